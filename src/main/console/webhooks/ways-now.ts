/** Tunnels and paths as the record of gaps is told of them. */
import type { WayNow } from '../../features/timeline/gaps/coverage-log.ts';
import type { Slot } from '../../features/webhooks/inbox/types.ts';
import type { WayThrough } from '../../features/webhooks/register/types.ts';
import { webhookUrl } from '../../features/webhooks/register/webhook-url.ts';

/**
 * Every path under every tunnel's address. Paths of profiles that are not open are not proved one by
 * one, so a path counts with its tunnel unless it is known not to come through.
 */
export const waysNow = (ways: readonly WayThrough[], slots: readonly Slot[]): WayNow[] =>
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
