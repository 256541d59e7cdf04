/** What a pack says of its subject, piece by piece, so that it is never held whole. */
import { z } from 'zod';
import { resolutionOutcome } from '../../../bridge/unresolved.ts';
import { idInText } from '../../../contract/patterns.ts';
import { writes } from '../../../contract/writes.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { ProfileCore } from '../../core/feature/feature.ts';
import { Failed } from '../../core/intents/failed.ts';
import type { Intent } from '../../core/intents/types.ts';
import { deliveryContent, type LineParts, requestContent } from './lines.ts';
import type { Asked, Belonging, SubjectParts } from './subject.ts';

export interface CollectParts
  extends SubjectParts,
    Pick<ProfileCore, 'intents' | 'asOf' | 'records'>,
    Pick<LineParts, 'known' | 'personalData'> {}

type Contents = AsyncGenerator<object, void>;

/** Sources of one record that a pack holds. */
const MOST_SOURCES = 10_000;
const SCANNED = 500;
const quotedId = new RegExp(`"(${idInText.source})"`, 'g');

export async function* deliveries(parts: CollectParts, { arrivals }: Belonging): Contents {
  for (const arrival of arrivals) {
    try {
      yield deliveryContent(parts.webhooks.demand().deliveries.get(arrival, true), parts);
    } catch (error) {
      // A rejected one may be gone by now, and one whose part of the inbox is damaged can't be opened.
      if (!(error instanceof Failed) || error.code !== 'NOT_FOUND') throw error;
      yield { arrival, problem: error.message };
    }
    await nextTurn();
  }
}

/** The resolution that stood at a moment, which is its parameter. */
const resolvedThen = (key: string): string =>
  `FROM settlements WHERE intent_key = ${key} AND settled_at <= ? ORDER BY sequence DESC LIMIT 1`;
const resolvedRow = z.object({ verdict: resolutionOutcome, resource_id: z.string().nullable() });

const intentRows = z.array(
  z.object({
    sequence: z.number(),
    key: z.string(),
    input: z.string(),
    resource_id: z.string().nullable(),
    journalled_at: z.string(),
  }),
);

/** Keys of the requests that belong to it, in the order in which they were stored. */
export async function requestKeys(
  { sqlite }: Pick<CollectParts, 'sqlite'>,
  { ids, within }: Belonging,
  { knownAt }: Asked,
): Promise<string[]> {
  const keys: string[] = [];
  const isOf = (row: z.output<typeof intentRows>[number]): boolean => {
    const { journalled_at: at, resource_id: id, input } = row;
    if (at > knownAt) return false;
    if (within !== null) return at >= within.from && at < within.to;
    if (id !== null && ids?.has(id) === true) return true;
    return [...input.matchAll(quotedId)].some(
      ([, named]) => named !== undefined && ids?.has(named) === true,
    );
  };
  for (let after = 0; ; ) {
    const rows = intentRows.parse(
      sqlite.all(
        `SELECT sequence, key, input, journalled_at,
           coalesce(iif(settled_at <= ?, resource_id, NULL),
             (SELECT resource_id ${resolvedThen('intents.key')})) AS resource_id
         FROM intents WHERE sequence > ? ORDER BY sequence LIMIT ?`,
        [knownAt, knownAt, after, SCANNED],
      ),
    );
    keys.push(...rows.filter(isOf).map(({ key }) => key));
    after = rows.at(-1)?.sequence ?? after;
    if (rows.length < SCANNED) return keys;
    await nextTurn();
  }
}

export async function* requests(
  parts: CollectParts,
  keys: readonly string[],
  { knownAt }: Asked,
): Contents {
  for (const key of keys) {
    const intent = parts.intents.get(key);
    if (intent === null) continue;
    const then = asOfThen(parts, intent, knownAt);
    const isOver = then.settledAt !== null;
    const observed =
      isOver && then.state === 'created' ? await answerOf(parts, then, knownAt) : null;
    const answer = isOver ? parts.intents.readAnswer(key) : null;
    yield requestContent(then, { observed, answer }, parts.known.values());
    await nextTurn();
  }
}

/** What came of it later is left out, and what a person said of it later. */
function asOfThen(
  { sqlite }: Pick<CollectParts, 'sqlite'>,
  intent: Intent,
  knownAt: string,
): Intent {
  if (intent.settledAt !== null && intent.settledAt > knownAt) {
    return {
      ...intent,
      state: 'journalled',
      settledAt: null,
      resourceId: null,
      sentence: '',
      messages: [],
      requestId: null,
      status: null,
      cause: null,
    };
  }
  if (intent.state !== 'exists' && intent.state !== 'absent' && intent.state !== 'unknown')
    return intent;
  const row = sqlite.first(`SELECT verdict, resource_id ${resolvedThen('?')}`, [
    intent.key,
    knownAt,
  ]);
  const resolved = row === undefined ? null : resolvedRow.parse(row);
  return {
    ...intent,
    state: resolved?.verdict ?? 'unknown',
    resourceId: resolved?.resource_id ?? null,
  };
}

async function answerOf({ asOf }: CollectParts, intent: Intent, knownAt: string) {
  if (intent.resourceId === null) return null;
  const { creates } = writes[intent.operation];
  const all = await asOf.observations(creates, intent.resourceId, knownAt, MOST_SOURCES);
  return (
    all.find(({ source, intentKey }) => source === 'create-answer' && intentKey === intent.key) ??
    null
  );
}

/** Each as of the moment; then the payouts. */
export async function* records(
  parts: CollectParts,
  { records, payouts }: Belonging,
  { knownAt, payoutsAt }: Asked,
): Contents {
  for (const name of records) {
    const record = await parts.asOf.fold(name.kind, name.id, knownAt);
    if (record !== null) yield record;
    await nextTurn();
  }
  for (const id of payouts) {
    yield { kind: 'payout', ...(await parts.payouts.get(id, { knownAt: payoutsAt })) };
    await nextTurn();
  }
}

/** What the records stand on, one by one, and events that were looked up. */
export async function* sources(
  { asOf }: CollectParts,
  { records, events }: Belonging,
  { knownAt }: Asked,
): Contents {
  for (const { kind, id } of records) {
    const all = await asOf.observations(kind, id, knownAt, MOST_SOURCES + 1);
    for (const source of all.slice(0, MOST_SOURCES)) {
      yield source;
      await nextTurn();
    }
    if (all.length <= MOST_SOURCES) continue;
    yield { kind, id, problem: `Only the newest ${MOST_SOURCES} sources are in the pack.` };
  }
  for (const id of events) {
    const copies = await asOf.observations('event', id, knownAt, MOST_SOURCES);
    yield* copies.filter(({ source }) => source === 'event-look-up');
    await nextTurn();
  }
}

const text = z.string();
const signedRows = z.array(
  z.object({
    what: text,
    kind: text,
    id: text,
    path: text.nullable(),
    was: text.nullable(),
    is_now: text.nullable(),
    verdict: text.nullable(),
    by: text.nullable(),
    note: text.nullable(),
    at: text,
  }),
);

/** What persons signed off: changes, mismatches, and outcomes of requests. */
export async function* signOffs(
  { sqlite }: Pick<CollectParts, 'sqlite'>,
  { records, within }: Belonging,
  keys: readonly string[],
  { knownAt }: Asked,
): Contents {
  const found = (condition: (column: Columns) => string, values: readonly string[]) =>
    signedRows.parse(
      sqlite.all(
        `SELECT 'change' AS what, kind, id, path, was, is_now, NULL AS verdict, desk AS by, note, at
           FROM drift_sign_offs WHERE ${condition({ id: 'id', at: 'at' })}
         UNION ALL SELECT 'mismatch', 'virtualAccount', virtual_account_id, NULL, NULL, NULL, NULL,
           NULL, note, cleared_at FROM mismatch_clearances
           WHERE ${condition({ id: 'virtual_account_id', at: 'cleared_at' })}
         UNION ALL SELECT 'request', 'request', intent_key, NULL, NULL, NULL, verdict, settled_by,
           NULL, settled_at FROM settlements
           WHERE ${condition({ id: 'intent_key', at: 'settled_at' })}
         ORDER BY at`,
        [values, values, values].flat(),
      ),
    );
  if (within !== null) {
    const { from, to } = within;
    const until = to < knownAt ? to : knownAt;
    for (const row of found(({ at }) => `${at} >= ? AND ${at} <= ?`, [from, until])) {
      if (row.at < to) yield shown(row);
    }
    return;
  }
  for (const id of [...records.map((record) => record.id), ...keys]) {
    for (const row of found((of) => `${of.id} = ? AND ${of.at} <= ?`, [id, knownAt]))
      yield shown(row);
    await nextTurn();
  }
}

interface Columns {
  readonly id: string;
  readonly at: string;
}
const shown = ({ was, is_now: now, ...row }: z.output<typeof signedRows>[number]): object => ({
  ...row,
  was: was === null ? null : JSON.parse(was),
  now: now === null ? null : JSON.parse(now),
});
