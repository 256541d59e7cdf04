/** The journal's rows. */
import { sql } from 'kysely';
import { z } from 'zod';
import { intentOperation, intentState } from '../../../bridge/intents.ts';
import { json } from '../../../bridge/scalars.ts';
import type { WriteName } from '../../../contract/writes.ts';
import { jsonText } from '../../../platform/json-column.ts';
import { createQueries } from '../../../platform/queries.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { spellings } from './similar-intents.ts';
import type { OutcomeFacts } from './states.ts';
import type { Intent, IntentState, Intents } from './types.ts';

interface IntentsTable {
  sequence: number;
  key: string;
  operation: string;
  state: string;
  input: string;
  fingerprint: string | null;
  journalled_at: string;
  settled_at: string | null;
  resource_id: string | null;
  sentence: string;
  messages: string;
  request_id: string | null;
  status: number | null;
  cause: string | null;
  retry_after_ms: number | null;
  answer_sealed: Uint8Array | null;
  repeats: string | null;
}
interface IntentsSchema {
  intents: IntentsTable;
  standing_intents: IntentsTable & { journal_state: string };
}

const intentRow = z
  .object({
    key: z.string(),
    operation: intentOperation,
    state: intentState,
    input: jsonText.pipe(json),
    fingerprint: z.string().nullable(),
    journalled_at: z.string(),
    settled_at: z.string().nullable(),
    resource_id: z.string().nullable(),
    sentence: z.string(),
    messages: jsonText.pipe(z.array(z.string())),
    request_id: z.string().nullable(),
    status: z.number().nullable(),
    cause: z.string().nullable(),
    retry_after_ms: z.number().nullable(),
    repeats: z.string().nullable(),
  })
  .transform(
    (row): Intent => ({
      key: row.key,
      operation: row.operation,
      state: row.state,
      input: row.input,
      fingerprint: row.fingerprint,
      journalledAt: row.journalled_at,
      settledAt: row.settled_at,
      resourceId: row.resource_id,
      sentence: row.sentence,
      messages: row.messages,
      requestId: row.request_id,
      status: row.status,
      cause: row.cause,
      retryAfterMs: row.retry_after_ms,
      repeats: row.repeats,
    }),
  );
const sealedRow = z.object({ sealed: z.instanceof(Uint8Array) });

const shown = [
  'key',
  'operation',
  'state',
  'input',
  'fingerprint',
  'journalled_at',
  'settled_at',
  'resource_id',
  'sentence',
  'messages',
  'request_id',
  'status',
  'cause',
  'retry_after_ms',
  'repeats',
] as const;

/** What the journal itself says where that is how it stands: a person settles what is unknown. */
const journalState = (standing: IntentState): string =>
  standing === 'exists' || standing === 'absent' ? 'unknown' : standing;

const settleSql = `
  UPDATE intents SET state = ?, settled_at = ?, resource_id = ?, sentence = ?, messages = ?,
    request_id = ?, status = ?, cause = ?, retry_after_ms = ?, answer_sealed = ?
  WHERE key = ?`;

const getAllSql = `
  SELECT ${shown.join(', ')} FROM standing_intents
  WHERE key IN (SELECT value FROM json_each(?))`;

const answeredBeforeSql = `
  SELECT ${shown.join(', ')} FROM intents
  -- By resource, not by the index of operations: that would go over every intent of the operation.
  WHERE resource_id = ? AND +operation = ? AND key <> ? ORDER BY sequence LIMIT 1`;

export function createIntentsRepository(sqlite: Sqlite) {
  const queries = createQueries<IntentsSchema>(sqlite);
  const { build } = queries;
  const secretContext = (key: string, name: string) => `intent:${key}:${name}`;

  return {
    get(key: string): Intent | null {
      const row = queries.first(
        build.selectFrom('standing_intents').select(shown).where('key', '=', key),
      );
      return row === undefined ? null : intentRow.parse(row);
    },

    getAll(keys: readonly string[]): ReadonlyMap<string, Intent> {
      const rows = sqlite.all(getAllSql, [JSON.stringify(keys)]);
      return new Map(
        z
          .array(intentRow)
          .parse(rows)
          .map((intent) => [intent.key, intent]),
      );
    },

    /** @param input canonical JSON of the intent's own */
    insert(intent: Intent, input: string): void {
      sqlite.run(
        `INSERT INTO intents (key, operation, state, input, fingerprint, journalled_at, sentence, messages, repeats)
         VALUES (?, ?, 'journalled', ?, ?, ?, ?, '[]', ?)`,
        [
          intent.key,
          intent.operation,
          input,
          intent.fingerprint,
          intent.journalledAt,
          intent.sentence,
          intent.repeats,
        ],
      );
    },

    /** Writes the end of an intent. Throws when it is not `journalled` any more. */
    settle(
      intent: Intent,
      outcomeFacts: OutcomeFacts,
      settledAt: string,
      answer: Uint8Array | null,
    ) {
      const { key } = intent;
      const sealed = answer && sqlite.seal.seal(secretContext(key, 'answer'), answer);
      sqlite.run(settleSql, [
        outcomeFacts.state,
        settledAt,
        outcomeFacts.resourceId,
        outcomeFacts.sentence,
        JSON.stringify(outcomeFacts.messages),
        outcomeFacts.requestId,
        outcomeFacts.status,
        outcomeFacts.cause,
        outcomeFacts.retryAfterMs,
        sealed,
        key,
      ]);
      return { ...intent, ...outcomeFacts, settledAt };
    },

    keepSecret(key: string, name: string, secret: string): void {
      const sealed = sqlite.seal.seal(secretContext(key, name), Buffer.from(secret));
      sqlite.run('INSERT INTO intent_secrets (key, name, sealed) VALUES (?, ?, ?)', [
        key,
        name,
        sealed,
      ]);
    },

    readAnswer(key: string): Uint8Array | null {
      const row = sqlite.first(
        'SELECT answer_sealed AS sealed FROM intents WHERE key = ? AND answer_sealed IS NOT NULL',
        [key],
      );
      return row === undefined
        ? null
        : sqlite.seal.open(secretContext(key, 'answer'), sealedRow.parse(row).sealed);
    },

    readSecret(key: string, name: string): string | null {
      const row = sqlite.first('SELECT sealed FROM intent_secrets WHERE key = ? AND name = ?', [
        key,
        name,
      ]);
      if (row === undefined) return null;
      const opened = sqlite.seal.open(secretContext(key, name), sealedRow.parse(row).sealed);
      return Buffer.from(opened).toString('utf8');
    },

    /** Oldest first. */
    unsettled(): Intent[] {
      const rows = queries.all(
        build
          .selectFrom('intents')
          .select(shown)
          .where('state', '=', 'journalled')
          .orderBy('sequence'),
      );
      return z.array(intentRow).parse(rows);
    },

    page(query: Parameters<Intents['list']>[0]) {
      const { operation, state, unknownAt, before, offset, limit } = query;
      let matching = build.selectFrom('standing_intents');
      if (operation != null) matching = matching.where('operation', '=', operation);
      if (state != null) {
        matching = matching
          .where('journal_state', '=', journalState(state))
          .where('state', '=', state);
      }
      if (unknownAt != null) {
        const verdict = sql<string | null>`(SELECT verdict FROM settlements
          WHERE intent_key = standing_intents.key AND settlements.settled_at <= ${unknownAt}
          ORDER BY settlements.sequence DESC LIMIT 1)`;
        matching = matching
          .where('journal_state', '=', 'unknown')
          .where(sql<boolean>`coalesce(settled_at, journalled_at) <= ${unknownAt}`)
          .where(sql<boolean>`coalesce(${verdict}, 'unknown') = 'unknown'`);
      }
      if (before != null) {
        const sequence = build.selectFrom('intents').select('sequence').where('key', '=', before);
        matching = matching.where('sequence', '<', sequence);
      }
      const rows = queries.all(
        matching.select(shown).orderBy('sequence', 'desc').limit(limit).offset(offset),
      );
      const total = queries.first(matching.select(sql<number>`count(*)`.as('total')));
      return {
        rows: z.array(intentRow).parse(rows),
        total: z.object({ total: z.number() }).parse(total).total,
      };
    },

    answeredBefore(
      { key, operation }: Pick<Intent, 'key' | 'operation'>,
      resourceId: string,
    ): Intent | null {
      const row = sqlite.first(answeredBeforeSql, [resourceId, operation, key]);
      return row === undefined ? null : intentRow.parse(row);
    },

    alike(operation: WriteName, fingerprint: string): Intent[] {
      const rows = queries.all(
        build
          .selectFrom('standing_intents')
          .select(shown)
          .where('operation', '=', operation)
          .where('fingerprint', 'in', spellings(fingerprint))
          .where('state', 'in', ['journalled', 'created', 'unknown', 'exists'])
          .orderBy('sequence', 'desc'),
      );
      return z.array(intentRow).parse(rows);
    },
  };
}
