/** Everything that screens stand in: bridge, reads, stores, addresses, and the gate before them. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import { type BridgeAccess, BridgeContext } from './bridge/bridge-context.ts';
import { EnvironmentContext, type PageEnvironment } from './environment/environment-context.ts';
import { Gate } from './gate/gate.tsx';
import { hashHref, useHashLocation } from './hash-location.ts';
import { ProfileScope } from './profile-scope.tsx';
import { Routes } from './routes.tsx';
import { Shell } from './shell/shell.tsx';

export interface AppProps {
  access: BridgeAccess;
  queryClient: QueryClient;
  environment: PageEnvironment;
}

export function App({ access, queryClient, environment }: AppProps) {
  return (
    <EnvironmentContext value={environment}>
      <BridgeContext value={access}>
        <QueryClientProvider client={queryClient}>
          <Router hook={useHashLocation} hrefs={hashHref}>
            <Gate>
              <ProfileScope>
                <Shell>
                  <Routes />
                </Shell>
              </ProfileScope>
            </Gate>
          </Router>
        </QueryClientProvider>
      </BridgeContext>
    </EnvironmentContext>
  );
}
