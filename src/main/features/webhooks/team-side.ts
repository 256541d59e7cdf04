/** What a profile's exchange with its team uses of the profile's webhooks: deliveries in, webhooks shared, relays as ways in. */

import { headers } from '../../../contract/headers.ts';
import type { RelayedDelivery } from '../../../team-log/deliveries.ts';
import type { UsedTeam } from './forwarding/team-once.ts';
import type { Inbox, IncomingDelivery } from './inbox/types.ts';
import type { TunnelRoute, TunnelRoutes, Webhooks } from './register/types.ts';
import { createSignatureCheck } from './signature-checks/check-signature.ts';
import type { SecretLookup } from './signature-checks/types.ts';
import type { TeamRelays } from './tunnels/relay-routes.ts';
import type { TunnelManager } from './tunnels/tunnel-manager.ts';

export interface TeamSide extends Pick<Webhooks, 'shareable' | 'takeShared'> {
  /**
   * Stores deliveries of one path as if they had come to the receiver of this computer. The same group of a
   * source again is nothing. `no-room`: they can't be held without the secret; nothing of them is stored.
   */
  take(
    deliveries: readonly RelayedDelivery[],
    from: { readonly path: string; readonly source: string; readonly sequence: number },
  ): Promise<'taken' | 'no-room' | 'unknown-path'>;
  /** Offers the team's relays to whoever creates a webhook. Returns what takes them back. */
  lendRelays(relays: TeamRelays): () => void;
  /** What targets of the team ask before they forward; null: the profile is in no team. */
  forwardFor(team: UsedTeam): void;
  /** Called when a webhook, its path or its secret is otherwise. Returns what ends it. */
  onChange(listener: () => void): () => void;
}

export interface TeamSideParts {
  readonly inbox: Pick<Inbox, 'slot' | 'appendFrom'>;
  readonly profileId: string;
  readonly secrets: SecretLookup;
  readonly tunnelManager: Pick<TunnelManager, 'relayRoutes'>;
  readonly tellRoutes: () => void;
  readonly forwardFor: (team: UsedTeam) => void;
}

export function createTeamSide(parts: TeamSideParts) {
  const { inbox, profileId, secrets, tunnelManager } = parts;
  const check = createSignatureCheck();
  const listeners = new Set<() => void>();
  let lent: ReturnType<TunnelManager['relayRoutes']> | null = null;

  return {
    /** These and, while they are lent, the relays. */
    routes: (own: TunnelRoutes): TunnelRoutes => ({
      list: () => [...own.list(), ...(lent?.list() ?? [])],
      prove: (id, path): Promise<TunnelRoute> =>
        lent?.list().some(({ tunnelId }) => tunnelId === id) === true
          ? lent.prove(id, path)
          : own.prove(id, path),
    }),
    tell() {
      for (const listener of listeners) listener();
    },
    close() {
      listeners.clear();
      lent?.close();
      lent = null;
    },
    side: (webhooks: Webhooks): TeamSide => ({
      shareable: webhooks.shareable,
      takeShared: webhooks.takeShared,
      async take(deliveries, { path, source, sequence }) {
        const slot = inbox.slot(path);
        if (slot?.profileId !== profileId) return 'unknown-path';
        const own = secrets.secretsOf(slot);
        const group = deliveries.map(({ receivedAt, rawHeaders, body }): IncomingDelivery => {
          const verdict = check.judge(body, signatureIn(rawHeaders), own);
          return { slotPath: path, receivedAt, rawHeaders, body, verdict };
        });
        const appended = await inbox.appendFrom(group, { source, sequence });
        return appended === 'no-room' ? appended : 'taken';
      },
      lendRelays(relays) {
        lent?.close();
        const routes = tunnelManager.relayRoutes(relays, {
          watched: webhooks.watched,
          onChange: parts.tellRoutes,
        });
        lent = routes;
        return () => {
          routes.close();
          if (lent === routes) lent = null;
        };
      },
      forwardFor: parts.forwardFor,
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    }),
  };
}

/** As node:http gives the header: several of them joined. */
function signatureIn(rawHeaders: readonly string[]): string | undefined {
  const values = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() === headers.signature ? [rawHeaders[at + 1] ?? ''] : [],
  );
  return values.length === 0 ? undefined : values.join(', ');
}
