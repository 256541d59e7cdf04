/** What belongs to the subject of a pack: its records, payouts, events and deliveries. */
import { z } from 'zod';
import type { EvidenceSubject } from '../../../bridge/evidence.ts';
import { listPayoutsInput } from '../../../bridge/payouts.ts';
import { timelineListInput } from '../../../bridge/timeline.ts';
import { otherKinds } from '../../../contract/other-kinds.ts';
import type { ResourceKind } from '../../../contract/resources.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { ProfileCore } from '../../core/feature/feature.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import type { Payouts } from '../payouts/payouts.ts';
import { type Moments, momentsOf } from '../reports/period.ts';
import type { TimelineApi } from '../timeline/feature.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';

export interface RecordName {
  readonly kind: ResourceKind;
  readonly id: string;
}

export interface Belonging {
  readonly records: readonly RecordName[];
  readonly payouts: readonly string[];
  /** Oldest first. */
  readonly arrivals: readonly number[];
  /** Events of which the service gave a copy. */
  readonly events: readonly string[];
  /** IDs by which requests and entries of the audit log belong to it; null where they do by time. */
  readonly ids: ReadonlySet<string> | null;
  readonly within: Moments | null;
}

export interface SubjectParts extends Pick<ProfileCore, 'sqlite' | 'records' | 'profile' | 'asOf'> {
  readonly payouts: Pick<Payouts, 'each' | 'get' | 'followed' | 'latest'>;
  readonly timeline: TimelineApi;
  readonly webhooks: Pick<WebhooksApi, 'demand'>;
}

/** Which subject, as of which moment (ISO 8601 UTC); of payouts and one event as `momentsFor` says. */
export interface Asked {
  readonly of: EvidenceSubject;
  readonly knownAt: string;
  readonly payoutsAt: string;
  readonly eventsAt: string | null;
}

/** More than a person reads, and what a zip of this form holds. */
export const maxItems = 100_000;
const PAGE = 200;
const SCANNED = 5_000;
const nameRows = z.array(z.object({ kind: z.string(), id: z.string() }));
const lastRow = z.object({ last: z.number().nullable() });

export const tooMany = (): Failed =>
  invalid(
    `An evidence pack takes at most ${maxItems.toLocaleString('en-US')} records, events, deliveries and entries. Choose a shorter period or one record.`,
    'too-many',
  );

/** Gathers IDs once each, and refuses more than a pack takes. */
function gathered<Item>() {
  const items = new Set<Item>();
  return {
    items,
    add(some: readonly Item[]): void {
      for (const one of some) items.add(one);
      if (items.size > maxItems) throw tooMany();
    },
  };
}

/** Rejects with Failed NOT_FOUND where nothing of it was known by then, and INVALID for no period. */
export async function requireSubject(parts: SubjectParts, asked: Asked): Promise<void> {
  const { of, knownAt } = asked;
  switch (of.kind) {
    case 'period':
      momentsOf(of);
      return;
    case 'payout':
      await parts.payouts.get(of.id, { knownAt: asked.payoutsAt });
      return;
    case 'event':
      await parts.timeline.demand().timeline.get(eventAsked(of.id, asked.eventsAt));
      return;
    default:
      if ((await parts.asOf.fold(of.kind, of.id, knownAt)) !== null) return;
      throw new Failed('NOT_FOUND', { sentence: 'Nothing was known of it at that time.' });
  }
}

const eventAsked = (eventId: string, knownAt: string | null) => ({
  eventId,
  knownAt,
  isApart: false,
  whole: false,
});

/** Rejects with Failed INVALID for more than one pack takes. */
export async function belongingTo(
  parts: SubjectParts,
  asked: Asked,
  signal: AbortSignal,
): Promise<Belonging> {
  await parts.payouts.followed();
  if (asked.of.kind !== 'period') await parts.timeline.demand().index.catchUp();
  if (asked.of.kind === 'period') return await ofPeriod(parts, asked, momentsOf(asked.of), signal);
  const { of } = asked;
  const { kind, id } = of;
  const records =
    kind === 'payout' || kind === 'event' ? [] : recordsOf(parts.records, { kind, id });
  const payouts = of.kind === 'payout' ? [of.id] : await payoutsOf(parts, asked, signal);
  const resources = [...records.map((record) => record.id), ...payouts];
  const events = await eventsOf(parts, asked, resources, signal);
  const ids = new Set([of.id, ...resources]);
  const arrivals = await arrivalsOf(parts, events, asked.knownAt);
  return { records, payouts, events, arrivals, ids, within: null };
}

function recordsOf(
  records: Pick<SubjectParts['records'], 'list'>,
  of: { readonly kind: 'customer' | 'virtualAccount'; readonly id: string },
): RecordName[] {
  const names: RecordName[] = [{ kind: of.kind, id: of.id }];
  if (of.kind !== 'customer') return names;
  for (const kind of ['virtualAccount', 'bankAccount', ...otherKinds] as const) {
    for (let offset = 0; ; offset += PAGE) {
      const query = { customerId: of.id, offset, limit: PAGE };
      const page = records.list(kind, query).records;
      names.push(...page.map(({ id }) => ({ kind, id })));
      if (names.length > maxItems) throw tooMany();
      if (page.length < PAGE) break;
    }
  }
  return names;
}

async function payoutsOf(
  { payouts }: SubjectParts,
  { of, payoutsAt: knownAt }: Asked,
  signal: AbortSignal,
): Promise<string[]> {
  const filter =
    of.kind === 'customer'
      ? { customerId: of.id }
      : of.kind === 'virtualAccount'
        ? { virtualAccountId: of.id }
        : of.kind === 'period'
          ? { by: 'created' as const, ...momentsOf(of) }
          : null;
  if (filter === null) return [];
  const found = gathered<string>();
  for await (const rows of payouts.each(listPayoutsInput.parse({ ...filter, knownAt }), signal)) {
    found.add(rows.map(({ id }) => id));
  }
  return [...found.items];
}

/** Events of the subject’s records and payouts, also where an event does not name the customer. */
async function eventsOf(
  { timeline }: SubjectParts,
  { of, knownAt }: Asked,
  resources: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  if (of.kind === 'event') return [of.id];
  const filters = [
    ...(of.kind === 'customer' ? [{ customerId: of.id }] : []),
    ...resources.map((resourceId) => ({ resourceId })),
  ];
  const found = gathered<string>();
  for (const filter of filters) {
    for (let before: number | null = null; ; ) {
      const asked = timelineListInput.parse({
        filter: { ...filter, knownAt },
        before,
        limit: PAGE,
      });
      const { rows, hasMore } = await timeline.demand().timeline.list(asked, signal);
      found.add(rows.map(({ eventId }) => eventId));
      before = rows.at(-1)?.key ?? null;
      if (!hasMore || before === null) break;
    }
  }
  return [...found.items];
}

async function arrivalsOf(
  { timeline }: SubjectParts,
  events: readonly string[],
  knownAt: string,
): Promise<number[]> {
  const { index } = timeline.demand();
  const until = Date.parse(knownAt);
  const found = gathered<number>();
  for (const eventId of events) {
    const all = await index.deliveries(eventId);
    found.add(all.filter(({ receivedAt }) => receivedAt <= until).map(({ arrival }) => arrival));
  }
  return [...found.items].toSorted((one, other) => one - other);
}

async function ofPeriod(
  parts: SubjectParts,
  asked: Asked,
  within: Moments,
  signal: AbortSignal,
): Promise<Belonging> {
  const payouts = await payoutsOf(parts, asked, signal);
  const observed = await observedWithin(parts, within, signal);
  const arrivals = await arrivalsWithin(parts, asked, within, signal);
  return { ...observed, arrivals, payouts, ids: null, within };
}

/** Records of which something was observed in the period, and events that were looked up then. */
async function observedWithin(
  { sqlite }: SubjectParts,
  { from, to }: Moments,
  signal: AbortSignal,
): Promise<Pick<Belonging, 'records' | 'events'>> {
  const found = new Map<string, RecordName>();
  const events = gathered<string>();
  const { last } = lastRow.parse(sqlite.first('SELECT max(arrival) AS last FROM observations'));
  for (let after = 0; after < (last ?? 0); after += SCANNED) {
    signal.throwIfAborted();
    const rows = sqlite.all(
      `SELECT DISTINCT kind, id FROM observations
       WHERE arrival > ? AND arrival <= ? AND observed_at >= ? AND observed_at < ?
         AND (kind <> 'event' OR source = 'event-look-up')`,
      [after, after + SCANNED, from, to],
    );
    for (const { kind, id } of nameRows.parse(rows)) {
      if (kind === 'event') events.add([id]);
      else found.set(`${kind} ${id}`, { kind: kind as ResourceKind, id });
    }
    if (found.size > maxItems) throw tooMany();
    await nextTurn();
  }
  return { records: [...found.values()], events: [...events.items] };
}

/** Deliveries that were received in the period, whatever their signature. Oldest first. */
async function arrivalsWithin(
  { webhooks, profile }: SubjectParts,
  { knownAt }: Asked,
  { from, to }: Moments,
  signal: AbortSignal,
): Promise<number[]> {
  const { inbox } = webhooks.demand().ingress;
  const first = Date.parse(from);
  const end = Math.min(Date.parse(to), Date.parse(knownAt) + 1);
  const arrivals = gathered<number>();
  for (let before: number | null = null; ; ) {
    signal.throwIfAborted();
    const page = inbox.deliveries({ profileId: profile.id, before, limit: PAGE });
    const some = page.filter(({ receivedAt }) => receivedAt >= first && receivedAt < end);
    arrivals.add(some.map(({ arrival }) => arrival));
    before = page.at(-1)?.arrival ?? null;
    // A clock that was set back may have dated some before others that arrived earlier: a day covers that.
    if (before === null || (page.at(-1)?.receivedAt ?? 0) < first - 86_400_000) break;
    await nextTurn();
  }
  return [...arrivals.items].toReversed();
}
