/** What came of asking for bank accounts: apart from the records, because "not found" has no body. */
import { z } from 'zod';
import {
  type BankAccountChange,
  type BankAccountCheck,
  bankAccountCheck,
} from '../../../bridge/bank-accounts.ts';
import { rawResponse } from '../../../bridge/raw-response.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { fieldChanges, readableChanges } from '../../core/records/field-changes.ts';
import { fold } from '../../core/records/fold.ts';
import type { Observation } from '../../core/records/types.ts';

/** What one bank account is asked for by (Interface 4.3). */
export interface Pair {
  readonly customerId: string;
  readonly bankAccountId: string;
}

/** What is known of asking for one bank account. */
export interface CheckFacts {
  /** The newest of any outcome. */
  readonly last: BankAccountCheck | null;
  /** When the service last said that it is there, or that it is not. */
  readonly lastCheckedAt: string | null;
  /** Since when it says that it is not. */
  readonly missingSince: string | null;
  /** Customer under whom it was found last. */
  readonly foundUnder: string | null;
}

export interface Checks {
  append(pair: Pair, check: BankAccountCheck): void;
  /** `until`: ISO 8601 UTC; what was asked later is left out. null: as it is now. */
  of(bankAccountId: string, until: string | null): CheckFacts;
}

const checkRow = z
  .object({
    sequence: z.number(),
    customer_id: z.string(),
    at: z.string(),
    outcome: bankAccountCheck.shape.outcome,
    sentence: z.string().nullable(),
    messages: jsonText.pipe(z.array(z.string())),
    request_id: z.string().nullable(),
    status: z.number().nullable(),
    answer: jsonText.pipe(rawResponse).nullable(),
  })
  .transform((row) => ({
    sequence: row.sequence,
    customerId: row.customer_id,
    check: {
      at: row.at,
      outcome: row.outcome,
      sentence: row.sentence,
      messages: row.messages,
      requestId: row.request_id,
      status: row.status,
      answer: row.answer,
    } satisfies BankAccountCheck,
  }));
const atRow = z.object({ at: z.string().nullable() });

/** Over a database that bankAccountMigrations were applied to. */
export function openChecks(sqlite: Sqlite): Checks {
  const newest = (id: string, outcomes: readonly string[], until: string | null) => {
    const row = sqlite.first(
      `SELECT * FROM bank_account_checks
       WHERE id = ? AND outcome IN (SELECT value FROM json_each(?)) AND at <= ?
       ORDER BY sequence DESC LIMIT 1`,
      [id, JSON.stringify(outcomes), until ?? endOfTime],
    );
    return row === undefined ? null : checkRow.parse(row);
  };

  return {
    append({ customerId, bankAccountId }, check) {
      sqlite.run(
        `INSERT INTO bank_account_checks
           (id, customer_id, at, outcome, sentence, messages, request_id, status, answer)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          bankAccountId,
          customerId,
          check.at,
          check.outcome,
          check.sentence,
          JSON.stringify(check.messages),
          check.requestId,
          check.status,
          check.answer === null ? null : JSON.stringify(check.answer),
        ],
      );
    },

    of(id, until) {
      const found = newest(id, ['found'], until);
      const missing = sqlite.first(
        `SELECT min(at) AS at FROM bank_account_checks
         WHERE id = ? AND outcome = 'not-found' AND sequence > ? AND at <= ?`,
        [id, found?.sequence ?? 0, until ?? endOfTime],
      );
      return {
        last: newest(id, bankAccountCheck.shape.outcome.options, until)?.check ?? null,
        lastCheckedAt: newest(id, ['found', 'not-found'], until)?.check.at ?? null,
        missingSince: atRow.parse(missing).at,
        foundUnder: found?.customerId ?? null,
      };
    },
  };
}

/** Behind every moment that is written as ISO 8601 UTC. */
const endOfTime = '~';

/** Newest first, as the observations are. An absent field says nothing and is no change. */
export function historyOf(observations: readonly Observation[]): BankAccountChange[] {
  const history: BankAccountChange[] = [];
  let known = fold([]);
  let lastBody = '';
  for (const observation of observations.toReversed()) {
    if (observation.source === 'entered') continue;
    const body = canonicalJson(observation.body);
    const before = known;
    // Most reads repeat the one before, word for word.
    if (body !== lastBody) known = fold([observation], before);
    lastBody = body;
    const fields = before === known ? [] : readableChanges(fieldChanges(before.body, known.body));
    const last = history.at(-1);
    if (last !== undefined && fields.length === 0) {
      const again = { confirmed: last.confirmed + 1, lastConfirmedAt: observation.observedAt };
      history.splice(-1, 1, { ...last, ...again });
      continue;
    }
    history.push({
      observationId: observation.observationId,
      source: observation.source,
      observedAt: observation.observedAt,
      happenedAt: observation.happenedAt,
      eventId: observation.eventId,
      isFirst: last === undefined,
      fields: last === undefined ? [] : fields,
      confirmed: 0,
      lastConfirmedAt: null,
    });
  }
  return history.toReversed();
}
