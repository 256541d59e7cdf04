/** Tunnels and paths as the record of gaps is told of them. */

import type { WebhookPath } from '../inbox/types.ts';
import type { TunnelRoute } from '../register/types.ts';
import { webhookUrl } from '../register/webhook-url.ts';
import type { PathCoverage } from './coverage-log.ts';

/**
 * Every path under every tunnel's address. Paths of profiles that are not open are not proved one by
 * one, so a path counts with its tunnel unless it is known not to come through.
 */
export const coverageNow = (
  ways: readonly TunnelRoute[],
  slots: readonly WebhookPath[],
): PathCoverage[] =>
  ways.flatMap(({ publicOrigin, state, lastProvenAt, paths }) =>
    publicOrigin === null
      ? []
      : slots.map(({ path }) => {
          const own = paths.get(path);
          return {
            address: webhookUrl(publicOrigin, path),
            isProven: state === 'proven' && own?.state !== 'failed',
            isClosed: state === 'closed',
            lastProvenAt: own?.lastProvenAt ?? lastProvenAt,
          };
        }),
  );
