/**
 * Takes the personal data of customers out of a profile's database, in the running transaction: out of what
 * was observed and sent, what people wrote, and all that was derived. IDs, states, amounts and times stay, and
 * so does the order of the observations, so records fold to the same bytes in any order.
 */
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import { withoutGuards } from '../../core/records/erased/without-guards.ts';
import { openRecords } from '../../core/records/records.ts';
import type { GoneTexts } from './gone-texts.ts';
import { surveyOf, type Until } from './survey.ts';
import { sweepApprovals } from './sweep-approvals.ts';
import { sweepRelayed } from './sweep-relayed.ts';
import { sweepRequests } from './sweep-requests.ts';
import { sweepTables } from './sweep-tables.ts';
import { sweepWords } from './sweep-words.ts';

export interface SweptCounts {
  readonly observations: number;
  readonly requests: number;
  readonly deliveries: number;
}

/** Joins the running transaction. The same again changes nothing. @param gone what is known to go, besides */
export function sweep(sqlite: Sqlite, until: Until, gone?: GoneTexts): SweptCounts {
  return withoutGuards(sqlite, null, () => {
    const subject = surveyOf(sqlite, until, gone);
    const { owners, observed, figures } = subject;
    for (const [id, owner] of owners) {
      sqlite.run('INSERT INTO erased_ids (id, customer_id) VALUES (?, ?) ON CONFLICT DO NOTHING', [
        ...[id, owner],
      ]);
    }
    const changed = new Set<string>();
    for (const { arrival, id, body } of observed) {
      const left = canonicalJson(lasting(body, { figures }));
      if (left !== canonicalJson(body)) changed.add(id);
      sqlite.run(
        "UPDATE observations SET body = ?, deviations = '[]', raw_sealed = NULL WHERE arrival = ?",
        [left, arrival],
      );
    }
    const requests = sweepRequests(subject);
    for (const [customerId, end] of until)
      sqlite.run("UPDATE customer_own_names SET name = '' WHERE customer_id = ? AND named_at < ?", [
        customerId,
        end,
      ]);
    const touched = new Map(observed.map(({ kind, id }) => [`${kind} ${id}`, { kind, id }]));
    openRecords({ sqlite }).refold([...touched.values()]);
    const deliveries = sweepTables(subject, changed);
    sweepWords(subject);
    sweepApprovals(subject);
    sweepRelayed(subject);
    return { observations: observed.length, requests, deliveries };
  });
}
