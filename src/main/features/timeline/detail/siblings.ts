/**
 * Resources that no record is kept of (payouts, wallets, payment links: Interface 2.7): their events
 * are put in the same total order and added up by the same fold as observations are.
 */
import { type TimelineDetail, timelineFilter } from '../../../../bridge/timeline.ts';
import { type JsonObject, jsonObject } from '../../../../contract/scalars.ts';
import { canonicalJson, sha256Hex } from '../../../../platform/canonical-json.ts';
import { nextTurn } from '../../../../platform/slices.ts';
import { fieldChanges } from '../../../core/records/field-changes.ts';
import { fold } from '../../../core/records/fold.ts';
import {
  comparePositions,
  createdOf,
  instantOf,
  occurredAt,
  type Position,
  rankOf,
} from '../../../core/records/order.ts';
import type { Records } from '../../../core/records/types.ts';
import { changeStateOf } from '../changes/change-state.ts';
import type { IndexedEvent, TimelineIndex } from '../types.ts';
import { noRecordOf, notAllLookedAt, otherContent, whyNotMerged, whyWaiting } from './describe.ts';

export type ResourceChange = NonNullable<TimelineDetail['change']>;

export interface SiblingsParts {
  readonly index: Pick<TimelineIndex, 'list'>;
  readonly records: Pick<Records, 'observations'>;
  readonly isProduction: boolean;
}

type WithResource = IndexedEvent & { readonly resourceKind: string; readonly resourceId: string };

/** Siblings that are read before others have their turn. */
const TURN = 10;

/** The newest of a resource that are looked at, and how many before the event. */
const NEWEST = 100;
const BEFORE = 50;

interface Sibling {
  readonly row: IndexedEvent;
  readonly body: JsonObject;
  readonly happenedAt: string | null;
  readonly position: Position;
}

/** @param knownAt ISO 8601 UTC with milliseconds: among what was heard by then; null is now */
export async function changeAmongSiblings(
  row: WithResource,
  parts: SiblingsParts,
  knownAt: string | null,
): Promise<ResourceChange> {
  const { rows, isWhole } = await rowsAround(row, parts, knownAt);
  const siblings: Sibling[] = [];
  for (const [at, one] of rows.entries()) {
    // Each is a read of the records: others have their turn in between.
    if (at % TURN === TURN - 1) await nextTurn();
    const sibling = siblingOf(one, row.resourceKind, parts.records, knownAt);
    if (sibling !== null) siblings.push(sibling);
  }
  siblings.sort((one, other) => comparePositions(one.position, other.position));
  const place = siblings.findIndex((one) => one.row.key === row.key);
  const own = siblings[place];
  const lead = noRecordOf(row.resourceKind);
  if (own === undefined) {
    const why = whyNotMerged.notYet;
    return { before: null, fields: [], standing: 'not-merged', why };
  }
  const before = siblings[place - 1];
  const all = fold(siblings.map((one) => ({ observationId: one.row.eventId, body: one.body })));
  const standing = changeStateOf(own.body, new Set([row.eventId]), all);
  const newer = standing.by.flatMap((by) => {
    const name = siblings.find((one) => one.row.eventId === by)?.row.name;
    return name === undefined ? [] : [`the event ${name}`];
  });
  return {
    before:
      before === undefined
        ? null
        : { observedAt: before.row.heardAt, happenedAt: before.happenedAt },
    fields: before === undefined ? [] : fieldChanges(before.body, own.body),
    standing: standing.standing,
    why:
      whyWaiting(standing, newer, lead) +
      (row.isDiffering ? otherContent : '') +
      (isWhole ? '' : notAllLookedAt(NEWEST, BEFORE)),
  };
}

/** `isWhole`: there are no others. */
async function rowsAround(
  row: WithResource,
  { index, isProduction }: SiblingsParts,
  knownAt: string | null,
): Promise<{ readonly rows: readonly IndexedEvent[]; readonly isWhole: boolean }> {
  const filter = timelineFilter.parse({
    resourceKinds: [row.resourceKind],
    resourceId: row.resourceId,
    knownAt,
    ...(isProduction ? { isMock: false } : {}),
  });
  const newest = await index.list({ filter, limit: NEWEST });
  const before = await index.list({ filter, before: row.key + 1, limit: BEFORE });
  const all = [...newest.rows, ...before.rows, row];
  return {
    rows: [...new Map(all.map((event) => [event.key, event])).values()],
    isWhole: !newest.hasMore,
  };
}

/** As it was delivered, else as it was looked up first; null while the records have not taken it in. */
function siblingOf(
  row: IndexedEvent,
  kind: string,
  records: SiblingsParts['records'],
  knownAt: string | null,
): Sibling | null {
  const source = row.proof === 'read' ? 'event-look-up' : 'delivery';
  const [copy] = records
    .observations('event', row.eventId)
    .filter(
      (observation) =>
        observation.source === source && (knownAt === null || observation.observedAt <= knownAt),
    )
    .toSorted((one, other) => (one.observedAt < other.observedAt ? -1 : 1));
  const event = copy?.body;
  const data = jsonObject.safeParse(event?.['data']).data;
  const body = jsonObject.safeParse(data?.[kind]).data;
  if (event === undefined || body === undefined) return null;
  const happened = occurredAt({
    source,
    body,
    eventUpdated: textOf(event['updated']),
    eventCreated: createdOf(event),
  });
  return {
    row,
    body,
    happenedAt: happened,
    position: {
      effectiveAt: instantOf(happened) ?? Date.parse(row.heardAt),
      rank: rankOf(source),
      bodySha256: sha256Hex(canonicalJson(body)),
      observationId: row.eventId,
    },
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
