/** What a profile's exchange with its team uses of the profile's webhooks: deliveries in, webhooks shared, relays as ways in. */
import { headers } from '../../../contract/headers.ts';
import type { RelayedDelivery, StatedCheck } from '../../../team-log/deliveries.ts';
import { createErasedBodies } from '../../core/records/erased/erased-bodies.ts';
import type { Records } from '../../core/records/types.ts';
import type { UsedTeam } from './forwarding/types.ts';
import { isErasedContent } from './inbox/erased-content.ts';
import { openDelivery } from './inbox/open-delivery.ts';
import type { Inbox, IncomingDelivery } from './inbox/types.ts';
import type { Intake } from './intake/types.ts';
import type { CoveredAddress, TimeRange } from './receiver/coverage-log.ts';
import type { TunnelRoute, TunnelRoutes, Webhooks } from './register/types.ts';
import { createSignatureCheck } from './signature-checks/check-signature.ts';
import {
  checkedByMember,
  memberWhoChecked,
  type NewSignatureCheck,
  type SecretLookup,
  type SignatureCheckKind,
} from './signature-checks/types.ts';
import type { TeamRelays } from './tunnels/relay-routes.ts';
import type { TunnelManager } from './tunnels/tunnel-manager.ts';

/** What the team says of webhooks whose deliveries come to other computers. */
export interface TeamOfWebhooks {
  /** When others saw these URLs work. */
  coverage(within: TimeRange, addresses: readonly string[]): readonly CoveredAddress[];
  /** Name of the computer that a path's deliveries come to; null: to this one, or to a relay. */
  receiverOf(path: string): string | null;
  /** Whether a path’s deliveries come to a relay of the team. */
  isAtRelay(path: string): boolean;
  /** Whether another computer verifies a path’s deliveries, so that this one needs no secret. */
  isJudgedElsewhere(path: string): boolean;
  /** Name of the member whose key starts with `beginning`; null for none. */
  nameOf(beginning: string): string | null;
}

/** `kinds`: a letter for each: genuine, genuine after re-serialising, not verified, held without a secret. */
export interface TakenFromTeam {
  readonly kinds: string;
}

export interface TeamSide extends Pick<Webhooks, 'shareable' | 'takeShared'> {
  /**
   * Stores deliveries of one path as if they had come to the receiver of this computer. The same group of a
   * source again is nothing. `no-room`: they can't be held without the secret; nothing of them is stored.
   */
  take(
    deliveries: readonly RelayedDelivery[],
    from: {
      readonly path: string;
      readonly source: string;
      readonly sequence: number;
      /** Key of the member whose word counts where this computer has not the secret; null: nobody's. */
      readonly by: string | null;
    },
  ): Promise<TakenFromTeam | 'no-room' | 'unknown-path'>;
  /**
   * Verified deliveries of these paths after a cursor of this inbox, a few at a time, whoever took them.
   * @param after where it goes on, by the inbox and its last sequence
   */
  received(
    after: (inbox: string, last: number) => number,
    paths: ReadonlySet<string>,
  ): {
    readonly inbox: string;
    readonly upTo: number;
    readonly isMore: boolean;
    readonly deliveries: readonly RelayedDelivery[];
  };
  /** When this computer saw its own URLs work. */
  ownCoverage(within: TimeRange): readonly CoveredAddress[];
  coverageChanged(): void;
  /** What is known of the team's webhooks; null: of no team any more. */
  lendTeam(team: TeamOfWebhooks | null): void;
  /** Offers the team's relays to whoever creates a webhook. Returns what takes them back. */
  lendRelays(relays: TeamRelays): () => void;
  /** What targets of the team ask before they forward; null: the profile is in no team. */
  forwardFor(team: UsedTeam): void;
  /** Called when a webhook, its path or its secret is otherwise. Returns what ends it. */
  onChange(listener: () => void): () => void;
}

export interface TeamSideParts {
  readonly inbox: Pick<Inbox, 'slot' | 'appendFrom'>;
  readonly received: TeamSide['received'];
  readonly ownCoverage: TeamSide['ownCoverage'];
  readonly coverageChanged: () => void;
  readonly onTeam: () => void;
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
  let ofTeam: TeamOfWebhooks | null = null;

  return {
    /** These and, while they are lent, the relays. */
    routes: (own: TunnelRoutes): TunnelRoutes => ({
      list: () => [...own.list(), ...(lent?.list() ?? [])],
      prove: (id, path): Promise<TunnelRoute> =>
        lent?.list().some(({ tunnelId }) => tunnelId === id) === true
          ? lent.prove(id, path)
          : own.prove(id, path),
    }),
    team: (): TeamOfWebhooks | null => ofTeam,
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
      async take(deliveries, { path, source, sequence, by }) {
        const slot = inbox.slot(path);
        if (slot?.profileId !== profileId) return 'unknown-path';
        const own = secrets.secretsOf(slot);
        const group = deliveries.map(
          ({ receivedAt, rawHeaders, body, verdict: stated }): IncomingDelivery => {
            const signature = signatureIn(rawHeaders);
            const judged = check.judge(body, signature, own);
            const isStated =
              judged.kind === 'not-yet-judged' && stated !== undefined && by !== null;
            const verdict = isStated ? statedBy(by, stated, slot.webhookId, signature) : judged;
            return { slotPath: path, receivedAt, rawHeaders, body, verdict };
          },
        );
        const appended = await inbox.appendFrom(group, { source, sequence });
        if (appended === 'no-room') return appended;
        return { kinds: group.map(({ verdict }) => letterOf(verdict.kind)).join('') };
      },
      received: parts.received,
      ownCoverage: parts.ownCoverage,
      coverageChanged: parts.coverageChanged,
      lendTeam(team) {
        ofTeam = team;
        parts.onTeam();
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

/** It was signed with a secret that the member has: judged there, in its form of the signature. */
const statedBy = (
  by: string,
  kind: StatedCheck,
  webhookId: string | null,
  signature: string | undefined,
): NewSignatureCheck => ({
  kind,
  webhookId,
  fingerprint: checkedByMember(by),
  signature: signature?.toLowerCase() ?? null,
});

function letterOf(kind: SignatureCheckKind): string {
  if (kind === 'genuine') return 'g';
  if (kind === 'genuine-reserialised') return 'r';
  return kind === 'not-yet-judged' ? 'h' : 'x';
}

/** As node:http gives the header: several of them joined. */
function signatureIn(rawHeaders: readonly string[]): string | undefined {
  const values = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() === headers.signature ? [rawHeaders[at + 1] ?? ''] : [],
  );
  return values.length === 0 ? undefined : values.join(', ');
}

/** Verified deliveries as they came, for the team: without those that name an erased customer. */
interface ReceivedParts {
  readonly inbox: Pick<
    Inbox,
    'inboxId' | 'lastSequence' | 'genuineAfter' | 'delivery' | 'content' | 'isFromBackup'
  >;
  readonly profileId: string;
  readonly privateKey: Uint8Array;
  readonly intake: Pick<Intake, 'takenInUpTo'>;
  readonly records: Pick<Records, 'erased'>;
}

/**
 * Deliveries of one step, for a few milliseconds, and the bytes after which it takes no more: what one entry of the log
 * holds.
 */
const SOME = 50;
const MOST_BYTES = 1024 * 1024;

export function createReceived(parts: ReceivedParts): TeamSide['received'] {
  const { inbox, profileId, privateKey, intake, records } = parts;
  /** null for another path, for what another computer or a backup brought, and where it is not as it came. */
  function receivedOf(arrival: number, paths: ReadonlySet<string>): RelayedDelivery | null {
    if (inbox.isFromBackup(arrival)) return null;
    const opened = openDelivery(inbox, arrival, privateKey);
    if (opened.kind !== 'opened' || !paths.has(opened.stored.slotPath)) return null;
    const { stored, content } = opened;
    const { kind, fingerprint } = stored.verdict;
    const isOwn = memberWhoChecked(fingerprint) === null && !isErasedContent(content.headers);
    if (!isOwn || (kind !== 'genuine' && kind !== 'genuine-reserialised')) return null;
    return {
      path: stored.slotPath,
      receivedAt: stored.receivedAt,
      body: content.body,
      rawHeaders: content.headers.flat(),
      verdict: kind,
    };
  }

  return (after, paths) => {
    const erased = createErasedBodies(records.erased.names());
    const deliveries: RelayedDelivery[] = [];
    let upTo = after(inbox.inboxId, inbox.lastSequence());
    let bytes = 0;
    const found = inbox.genuineAfter(profileId, upTo, SOME);
    for (const { sequence, arrival } of found) {
      // What is erased by then is known when it is taken in.
      if (sequence > intake.takenInUpTo() || bytes > MOST_BYTES) {
        return { inbox: inbox.inboxId, upTo, isMore: bytes > MOST_BYTES, deliveries };
      }
      upTo = sequence;
      const delivery = receivedOf(arrival, paths);
      if (delivery === null || erased.isNamedIn(delivery.body)) continue;
      bytes += delivery.body.length;
      deliveries.push(delivery);
    }
    return { inbox: inbox.inboxId, upTo, isMore: found.length === SOME, deliveries };
  };
}
