import { beforeEach, expect, it } from 'vitest';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { testDatabase } from '../../../../../platform/testing/test-folder.ts';
import { timeline1 } from './migrations.ts';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = testDatabase([timeline1]);
});

const planOf = (sql: string): string =>
  (sqlite.all(`EXPLAIN QUERY PLAN ${sql}`) as { detail: string }[])
    .map(({ detail }) => detail)
    .join('\n');

it('serves each filter in the order of time by an index, without sorting', () => {
  const asked = {
    'traits = 1': 'INDEX events_by_traits (traits=? AND rowid<?)',
    'traits & 2': 'COVERING INDEX events_mock (key<?)',
    'traits & 1': 'COVERING INDEX events_late (key<?)',
    'resource_hash = 1': 'INDEX events_by_resource (resource_hash=? AND key<?)',
    'customer_hash = 1': 'INDEX events_by_customer (customer_hash=? AND key<?)',
    true: 'INTEGER PRIMARY KEY (rowid<?)',
  };
  for (const [condition, index] of Object.entries(asked)) {
    const plan = planOf(
      `SELECT key FROM events WHERE ${condition} AND key < 5 ORDER BY key DESC LIMIT 9`,
    );
    expect(plan).toContain(index);
    expect(plan).not.toContain('TEMP B-TREE');
  }
  expect(planOf("SELECT key FROM events WHERE event = 'a' AND is_apart = 0")).toContain(
    'USING COVERING INDEX events_by_event',
  );
});

it('keeps one event under an id, and a mock one apart from it', () => {
  const add = (key: number, isApart: number) =>
    sqlite.run(
      "INSERT INTO events (key, event, is_apart, traits, is_epoch, heard_at, heard, is_out_of_order, sameness) VALUES (?, 'a', ?, 1, 0, 1, 1, 0, 1)",
      [key, isApart],
    );
  add(1, 0);
  add(2, 1);
  expect(() => add(3, 0)).toThrow('UNIQUE');
});

it('finds words in the order of time, and parts of words, from indexes that keep no text', () => {
  sqlite.run("INSERT INTO words (rowid, text) VALUES (1, 'ada.moreno@x.example §1'), (2, 'ada')");
  const found = sqlite.all(
    'SELECT rowid FROM words WHERE words MATCH \'"ada"\' ORDER BY rowid DESC',
  );
  expect(found).toEqual([{ rowid: 2 }]);
  expect(sqlite.all('SELECT text FROM words WHERE words MATCH \'"ada.moreno@x.example"\'')).toEqual(
    [{ text: null }],
  );
  sqlite.run("INSERT INTO terms (term, word) VALUES (7, 'moreno')");
  sqlite.run("INSERT INTO plain_terms (rowid, word) VALUES (7, 'moreno')");
  const sql = "SELECT word FROM plain_terms WHERE word LIKE '%oren%'";
  expect(sqlite.all(sql)).toEqual([{ word: 'moreno' }]);
  expect(planOf(sql)).toMatch(/VIRTUAL TABLE INDEX \d+:L0/);
});
