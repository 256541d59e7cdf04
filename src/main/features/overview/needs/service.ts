/** The way to the service and back: the token, tunnels, deliveries, and when none could arrive. */
import { listDeliveriesInput } from '../../../../bridge/deliveries.ts';
import { maxGaps } from '../../../../bridge/timeline.ts';
import type { TunnelView } from '../../../../bridge/tunnels.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Explained } from '../../timeline/explained.ts';
import type { Deliveries } from '../../webhooks/deliveries/deliveries.ts';
import type { Inbox } from '../../webhooks/inbox/types.ts';
import { type FoundNeeds, foundAll, maxItems, type NeedSource, needItem } from './need-source.ts';

const dayMs = 24 * 3_600_000;
/** The frame warns of it from the same moment on. */
const expiresWithinMs = 7 * dayMs;

export interface TokenSourceParts {
  /** ISO 8601; null where there is no token, or it names no end. */
  readonly expiresAt: () => string | null;
}

/** Since the week before it expires. */
export const expiringToken = ({ expiresAt }: TokenSourceParts): NeedSource => ({
  kind: 'token',
  topics: null,
  find({ moment }) {
    const end = expiresAt();
    const from = end === null ? Number.NaN : Date.parse(end) - expiresWithinMs;
    return foundAll(from <= moment && end !== null ? [needItem(end, isoTime(from))] : []);
  },
});

/** A tunnel that is being opened or checked gets so long. */
const openingMs = 30_000;

/** Tunnels that a person wants open and whose check has not passed. */
export const tunnelsWithoutCheck = (tunnels: () => readonly TunnelView[]): NeedSource => ({
  kind: 'tunnels',
  topics: null,
  find({ moment }) {
    const failing = tunnels().filter(({ isWanted, state, since }) => {
      if (!isWanted || state === 'proven') return false;
      const isBegun = state === 'opening' || state === 'proving';
      return !isBegun || (since !== null && moment - Date.parse(since) > openingMs);
    });
    return foundAll(
      failing.map(({ id, name, state, since }) =>
        needItem(id, since ?? isoTime(moment), name, [state]),
      ),
    );
  },
});

export interface DeliverySourceParts {
  readonly profileId: string;
  readonly deliveries: Pick<Deliveries, 'list'>;
  readonly inbox: Pick<Inbox, 'slots' | 'counts'>;
}

/** Deliveries that are quarantined, and those that wait for a secret. */
export const unverifiedDeliveries = (open: () => DeliverySourceParts | null): NeedSource => ({
  kind: 'deliveries',
  topics: ['deliveries', 'webhooks'],
  find(): FoundNeeds {
    const parts = open();
    if (parts === null) return foundAll([]);
    const { profileId, deliveries, inbox } = parts;
    const counts = inbox.slots(profileId).map(({ path }) => inbox.counts(path));
    const count = counts.reduce((sum, { held, quarantined }) => sum + held + quarantined, 0);
    if (count === 0) return foundAll([]);
    const rows = (['quarantined', 'held'] as const).flatMap(
      (keeping) => deliveries.list(listDeliveriesInput.parse({ keeping, limit: maxItems })).rows,
    );
    const found = foundAll(
      rows.map(({ arrival, receivedAt, webhookName, verdict }) =>
        needItem(String(arrival), receivedAt, webhookName, [verdict.kind]),
      ),
    );
    // Where more wait than are listed, it is not known since when the oldest does.
    const isWhole = count <= found.items.length;
    return {
      ...found,
      count: isWhole ? found.items.length : count,
      since: isWhole ? (found.since ?? null) : null,
    };
  },
});

/** Periods in which events may have been missed. */
export const gapsInDeliveries = (timeline: () => Pick<Explained, 'gaps'>): NeedSource => ({
  kind: 'gaps',
  topics: ['timeline', 'tunnels', 'webhooks'],
  hasPast: true,
  async find({ knownAt }) {
    const gaps = await timeline().gaps({ from: null, to: null, knownAt });
    const items = gaps.map(({ from, reason, missed, webhooks }) =>
      needItem(from, from, webhooks[0]?.name ?? null, [
        reason,
        ...(missed.length > 0 ? [String(missed.length)] : []),
      ]),
    );
    return { ...foundAll(items), isAtLeast: items.length >= maxGaps };
  },
});
