/** Whether what the service sends to a webhook's URL reaches this computer, as it was proved last. */
import type { WebhookReachability } from '../../../../bridge/webhooks.ts';
import { routeOnPath } from './route-on-path.ts';
import type { TunnelRoute } from './types.ts';
import { readWebhookUrl } from './webhook-url.ts';

const noTunnel = { tunnelId: null, kind: null, lastProvenAt: null } as const;

/** Its deliveries come to another computer of the team, and from there to this one. */
export const reachedElsewhere = (computer: string): WebhookReachability => ({
  ...noTunnel,
  state: 'elsewhere',
  sentence: `Deliveries come to “${computer}”, and from there to the computers of the team, verified there.`,
});

/** `ownPath`: the path of this computer that stands in the URL; null where there is none. */
export function reachabilityOf(
  url: string | null,
  ownPath: string | null,
  ways: readonly TunnelRoute[],
): WebhookReachability {
  const origin = url === null ? null : (readWebhookUrl(url)?.origin ?? null);
  if (ownPath === null || origin === null) {
    const sentence =
      'The webhook’s URL does not belong to this computer, so its deliveries go elsewhere.';
    return { ...noTunnel, state: 'elsewhere', sentence };
  }
  const way = ways.find(({ publicOrigin }) => publicOrigin === origin);
  if (way !== undefined) {
    const { tunnelId, kind, lastProvenAt, state, sentence } = routeOnPath(way, ownPath);
    return { tunnelId, kind, lastProvenAt, state, sentence };
  }
  // Tunnels are of the whole installation: another one that is open has nothing to do with it.
  const other = ways.find(
    ({ state, publicOrigin, formerOrigins }) =>
      state !== 'closed' && publicOrigin !== null && formerOrigins.includes(origin),
  );
  if (other === undefined) {
    const sentence = `No tunnel is open at ${origin}, so no deliveries arrive.`;
    return { ...noTunnel, state: 'closed', sentence };
  }
  return {
    tunnelId: other.tunnelId,
    kind: other.kind,
    lastProvenAt: null,
    state: 'url-changed',
    sentence: `The webhook is registered at ${origin}, but its tunnel is now open at ${other.publicOrigin}. The service still sends to the old URL, so no deliveries arrive.`,
  };
}
