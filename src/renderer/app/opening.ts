/**
 * What begins before the page's own code is there: the line to main and the first reads. A file of
 * its own that the page loads beside the rest (electron.vite.config.ts), so it may import neither
 * React nor anything that is rendered.
 */
import type { QueryClient } from '@tanstack/react-query';
import { admission } from './admission.ts';
import { chooseTransport } from './bridge/choose-transport.ts';
import { createBridge, type PageBridge } from './bridge/create-bridge.ts';
import { createQueryClient } from './bridge/query-client.ts';
import { systemClock } from './clock.ts';
import type { PageEnvironment } from './environment/environment-context.ts';
import { mintIntentKey } from './environment/intent-key.ts';
import { prefetchFirstReads } from './prefetch.ts';

export interface Opening {
  access: PageBridge;
  queryClient: QueryClient;
  environment: PageEnvironment;
}

/**
 * How long the first render waits for the first reads, in milliseconds. With them the screen is made
 * once and not twice; until then nothing would be seen of it (gate.module.css).
 */
const patience = 200;

/** null: as of chooseTransport. */
async function open(page: Window): Promise<Opening | null> {
  const transport = chooseTransport(page, await admission);
  if (transport === null) return null;
  const environment = {
    clock: systemClock,
    mintIntentKey: () => mintIntentKey(crypto),
    storage: page.localStorage,
  };
  const queryClient = createQueryClient();
  const access = createBridge({ transport, queryClient, clock: systemClock });
  const reads = prefetchFirstReads(access, queryClient);
  await Promise.race([reads, new Promise((resolve) => setTimeout(resolve, patience))]);
  return { access, queryClient, environment };
}

/** Under way as soon as this file is there. */
export const opening = open(window);
