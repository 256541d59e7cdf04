/**
 * Puts entries of the audit log back that were lost with a damaged database. A stretch comes whole and only
 * where its hashes lead from the entry before it to the one after it, so nothing but what was there fits.
 */
import { z } from 'zod';
import { jsonObjectText, jsonText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { chainHash, followChain, GENESIS } from '../../core/audit/chain.ts';
import { areWordsOf } from '../../core/audit/words.ts';
import { lostEntryAction } from '../repair/repair-kinds.ts';

const entryRows = z.array(
  z.object({
    sequence: z.int(),
    at: z.string(),
    action: z.string(),
    facts: z.string(),
    hash: z.string(),
  }),
);

/** How many came back. Inside a transaction. */
export function mergeAudit(source: Sqlite, target: Sqlite): number {
  const lost = entryRows.parse(
    target.all('SELECT * FROM audit_log WHERE action = ? ORDER BY sequence', [lostEntryAction]),
  );
  const stretches: { from: number; to: number }[] = [];
  for (const { sequence } of lost) {
    const last = stretches.at(-1);
    if (last?.to === sequence - 1) last.to = sequence;
    else stretches.push({ from: sequence, to: sequence });
  }
  const found = stretches.flatMap(({ from, to }) => fitting(source, target, from, to));
  if (found.length === 0) return 0;
  const [trigger = ''] = target.texts(
    "SELECT sql FROM sqlite_schema WHERE name = 'audit_log_never_changes'",
  );
  target.exec('DROP TRIGGER audit_log_never_changes');
  for (const { sequence, at, action, facts, hash } of found) {
    target.run('UPDATE audit_log SET at = ?, action = ?, facts = ?, hash = ? WHERE sequence = ?', [
      at,
      action,
      facts,
      hash,
      sequence,
    ]);
  }
  target.exec(trigger);
  for (const { sequence } of found) mergeWords(source, target, sequence);
  return found.length;
}

const besideRow = z.object({
  salt: z.string(),
  text: z.string(),
  facts: jsonObjectText,
  words: jsonText.pipe(z.record(z.string(), z.string())),
});

/** What people wrote into an entry stands beside it. Only what the entry was made with comes. */
function mergeWords(source: Sqlite, target: Sqlite, sequence: number): void {
  const row = source.first(
    `SELECT salt, words, words AS text, facts FROM audit_words JOIN audit_log USING (sequence)
     WHERE sequence = ?`,
    [sequence],
  );
  if (row === undefined) return;
  const { text, facts, ...beside } = besideRow.parse(row);
  if (!areWordsOf(facts, beside)) return;
  target.run(
    'INSERT INTO audit_words (sequence, salt, words) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    [sequence, beside.salt, text],
  );
}

function fitting(source: Sqlite, target: Sqlite, from: number, to: number) {
  const between = (of: Sqlite, first: number, last: number) =>
    entryRows.parse(
      of.all('SELECT * FROM audit_log WHERE sequence BETWEEN ? AND ? ORDER BY sequence', [
        first,
        last,
      ]),
    );
  const before = from === 1 ? GENESIS : between(target, from - 1, from - 1)[0]?.hash;
  const [after] = between(target, to + 1, to + 1);
  const there = between(source, from, to);
  if (before === undefined || after === undefined || there.length !== to - from + 1) return [];
  const { last, brokenAt } = followChain({ sequence: from - 1, hash: before }, there);
  return brokenAt === null && after.hash === chainHash(last.hash, after) ? there : [];
}
