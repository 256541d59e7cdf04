/** Everything that screens stand in: bridge, reads, stores, addresses, and the gate before them. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import { type Stores, StoresContext } from '../stores/stores-context.ts';
import { type BridgeAccess, BridgeContext } from './bridge/bridge-context.ts';
import { EnvironmentContext, type PageEnvironment } from './environment/environment-context.ts';
import { Gate } from './gate/gate.tsx';
import { hashHref, useHashLocation } from './hash-location.ts';
import { Routes } from './routes.tsx';
import { Shell } from './shell/shell.tsx';

export interface AppProps {
  access: BridgeAccess;
  queryClient: QueryClient;
  environment: PageEnvironment;
  stores: Stores;
}

export function App({ access, queryClient, environment, stores }: AppProps) {
  return (
    <EnvironmentContext value={environment}>
      <StoresContext value={stores}>
        <BridgeContext value={access}>
          <QueryClientProvider client={queryClient}>
            <Router hook={useHashLocation} hrefs={hashHref}>
              <Gate>
                <Shell>
                  <Routes />
                </Shell>
              </Gate>
            </Router>
          </QueryClientProvider>
        </BridgeContext>
      </StoresContext>
    </EnvironmentContext>
  );
}
