/**
 * What went, and the entry of the audit log about it. A number is stored in the transaction that removes; bytes of
 * deliveries are in a file of their own, so those are noted before, and looked at where a kill came between. So nothing
 * is gone without an entry, and no entry tells of what is still there.
 */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';
import { lastingBytes } from '../../core/records/erased/lasting.ts';
import { isErasedContent } from '../webhooks/inbox/erased-content.ts';
import type { OpenWebhooks } from '../webhooks/open-webhooks.ts';
import type { Figures } from './reduce.ts';

/** What went, or would go. */
export type RetentionCounts = Readonly<Record<'deliveries' | 'responses' | 'inputs', number>>;

export interface Removals {
  /** Joins the running transaction, which removes so many. */
  count(name: keyof RetentionCounts, count: number): void;
  /** Leaves of these deliveries what lasts, but for those that are to stay. False: not, or not all, for now. */
  deliveries(
    arrivals: readonly number[],
    isLeft: (body: Uint8Array, arrival: number) => boolean,
  ): Promise<boolean>;
  /**
   * Counts the deliveries that a run removed before it was cut off, and appends an entry about that run alone where a
   * kill cut it off. False: not now.
   */
  finish(): Promise<boolean>;
  /** Appends the entry about all that went since the last one, where something did. Joins a running transaction. */
  record(): RetentionCounts;
}

interface RemovalsParts {
  readonly sqlite: Sqlite;
  readonly audit: Pick<Audit, 'append'>;
  readonly webhooks: Pick<OpenWebhooks, 'rewrite'> | null;
  readonly figures: () => Figures;
}

const countsRow = z.object({ deliveries: z.int(), responses: z.int(), inputs: z.int() });
const begunRows = z.array(z.object({ arrival: z.int() }));

export function createRemovals({ sqlite, audit, webhooks, figures }: RemovalsParts): Removals {
  const counts = (): RetentionCounts =>
    countsRow.parse(
      sqlite.first(`SELECT unrecorded_deliveries AS deliveries, unrecorded_responses AS responses,
        unrecorded_inputs AS inputs FROM retention`),
    );
  const begun = (): number[] =>
    begunRows
      .parse(sqlite.all('SELECT arrival FROM retention_begun'))
      .map(({ arrival }) => arrival);
  /** Whether something that went before this start still has no entry. */
  let isCutOff = begun().length > 0 || Object.values(counts()).some((count) => count > 0);

  const count: Removals['count'] = (name, more) =>
    void sqlite.run(`UPDATE retention SET unrecorded_${name} = unrecorded_${name} + ?`, [more]);
  const end = (done: readonly number[], gone: number): void =>
    sqlite.transaction(() => {
      const values = [JSON.stringify(done)];
      sqlite.run(
        'INSERT INTO retention_done SELECT value FROM json_each(?) WHERE 1 ON CONFLICT DO NOTHING',
        values,
      );
      sqlite.exec('DELETE FROM retention_begun');
      count('deliveries', gone);
    });
  const record = (after: { readonly isCutOff?: true } = {}): RetentionCounts =>
    sqlite.join(() => {
      const facts = counts();
      if (Object.values(facts).every((one) => one === 0)) return facts;
      audit.append({ action: 'retention.applied', facts: { ...facts, ...after } });
      sqlite.exec(
        'UPDATE retention SET unrecorded_deliveries = 0, unrecorded_responses = 0, unrecorded_inputs = 0',
      );
      return facts;
    });
  const finishBegun = async (): Promise<boolean> => {
    const arrivals = begun();
    if (arrivals.length === 0 || webhooks === null) return true;
    const gone: number[] = [];
    const isGone = await webhooks.rewrite(arrivals, ({ headers, body }, arrival) => {
      if (!isErasedContent(headers)) return null;
      gone.push(arrival);
      return body;
    });
    if (isGone) end(gone, gone.length);
    return isGone;
  };

  return {
    count,
    async deliveries(arrivals, isLeft) {
      if (webhooks === null) return false;
      const left = new Set<number>();
      const stays = (body: Uint8Array, arrival: number): boolean => {
        if (isLeft(body, arrival)) left.add(arrival);
        return left.has(arrival);
      };
      const whole: number[] = [];
      const isRead = await webhooks.rewrite(arrivals, ({ headers, body }, arrival) => {
        if (!stays(body, arrival) && !isErasedContent(headers)) whole.push(arrival);
        return null;
      });
      if (!isRead) return false;
      sqlite.run('INSERT INTO retention_begun SELECT value FROM json_each(?)', [
        JSON.stringify(whole),
      ]);
      const known = { figures: figures() };
      const isGone = await webhooks.rewrite(
        arrivals.filter((arrival) => !left.has(arrival)),
        ({ body }, arrival) => (stays(body, arrival) ? null : lastingBytes(body, known)),
      );
      // Not noted as done, so that it is looked at again.
      if (!isGone) return false;
      end(
        arrivals.filter((arrival) => !left.has(arrival)),
        whole.filter((arrival) => !left.has(arrival)).length,
      );
      return true;
    },
    async finish() {
      try {
        return await finishBegun();
      } finally {
        if (isCutOff) {
          record({ isCutOff });
          isCutOff = begun().length > 0;
        }
      }
    },
    record: () => record(),
  };
}
