/**
 * Takes the personal data of customers out of a profile's database, in the running transaction: out of what
 * was observed and sent, what people wrote, and all that was derived. IDs, states, amounts and times stay, and
 * so does the order of the observations, so records fold to the same bytes in any order.
 */
import { z } from 'zod';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import {
  packDeliveries,
  type RelayedDelivery,
  unpackDeliveries,
} from '../../../team-log/deliveries.ts';
import { approvalKinds } from '../../../team-log/kinds.ts';
import { holdsId } from '../../core/records/erased/erased-bodies.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import { withoutGuards } from '../../core/records/erased/without-guards.ts';
import { openRecords } from '../../core/records/records.ts';
import { contentBytes, readContent } from '../../features/approvals/contents.ts';
import { asksFor, leftOfContent } from '../../features/approvals/left-of-content.ts';
import { type GoneTexts, scrubJson } from './gone-texts.ts';
import { type Subject, surveyOf, type Until } from './survey.ts';
import { endOfInput, sweepRequests } from './sweep-requests.ts';
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
        id,
        owner,
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

const approvalRows = z.array(
  z.object({ hash: z.string(), kind: z.enum(approvalKinds), at: z.string(), content: z.string() }),
);

/** Takes personal data out of what a team proposed and decided. Digests of what was signed stay. */
function sweepApprovals(subject: Subject): void {
  const { sqlite, ends, gone, figures } = subject;
  const entries = approvalRows.parse(
    sqlite.all('SELECT hash, kind, at, content FROM approval_entries'),
  );
  const read = entries.flatMap(({ content: text, ...place }) => {
    const content = readContent(place.kind, Buffer.from(text));
    return content === null ? [] : { ...place, text, content };
  });
  const theirsAt = (at: string) => (input: Parameters<typeof endOfInput>[1]) =>
    at < endOfInput(subject, input);
  const theirs = new Set(
    read.flatMap(({ hash, at, content }) => {
      const key = content.what === 'proposal' ? content.intentKey : '';
      return asksFor(content, theirsAt(at)) || at < (ends.get(key) ?? '') ? hash : [];
    }),
  );
  for (const { hash, at, content, text } of read) {
    const scrub = <Value>(value: Value) => scrubJson(value, (one) => gone.scrub(one, at)) as Value;
    const isTheirs = theirsAt(at);
    const isTheirProposal = (of: string): boolean => theirs.has(of);
    const left = contentBytes(
      leftOfContent(content, hash, { isTheirs, isTheirProposal, scrub, figures }),
    );
    if (left.toString() === text) continue;
    sqlite.run(
      'UPDATE approval_entries SET content = ?, digest = coalesce(digest, ?) WHERE hash = ?',
      [left.toString(), sha256Hex(Buffer.from(text)), hash],
    );
  }
}

const relayedRows = z.array(z.object({ number: z.number(), content: z.instanceof(Uint8Array) }));

/**
 * Deliveries of a relay that wait for a webhook's secret: nobody has checked them yet, and they may name anybody.
 * That they arrived stays: such a one does not go into the inbox, and is no more judged (isEmptied).
 */
function sweepRelayed({ sqlite, ends, gone }: Subject): void {
  const isTheirs = ({ body, receivedAt }: RelayedDelivery): boolean => {
    const text = Buffer.from(body).toString('utf8');
    const at = isoTime(receivedAt);
    return holdsId(text, (id) => at < (ends.get(id) ?? '')) || gone.scrub(text, at) !== text;
  };
  for (const { number, content } of relayedRows.parse(
    sqlite.all('SELECT number, content FROM team_relayed'),
  )) {
    const deliveries = unpackDeliveries(content);
    if (!deliveries.some(isTheirs)) continue;
    const left = deliveries.map((delivery) =>
      isTheirs(delivery) ? { ...delivery, rawHeaders: [], body: new Uint8Array() } : delivery,
    );
    sqlite.run('UPDATE team_relayed SET content = ? WHERE number = ?', [
      packDeliveries(left),
      number,
    ]);
  }
}
