/** A part of an erasure that fails is done again alone, and a person sees that it is left. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseFileName } from '../../../sandbox/index.ts';
import { erasedId, fillTestProfile, openTestProfile, problems, ran } from './test-profile.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'causeway-parts-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('does what is missing, and nothing else', async () => {
  await fillTestProfile(root, 3);
  mkdirSync(join(root, 'sandbox'));
  const state = join(root, 'sandbox', databaseFileName);
  writeFileSync(state, 'no database');
  const profile = await openTestProfile(root);
  const { sqlite, erasures } = profile;
  const stored = () => sqlite.all('SELECT finished_at IS NULL AS open, parts_left FROM erasures');
  const honoured = async () => {
    ran.length = 0;
    await erasures.honour();
    return [...ran];
  };
  await erasures.erase(erasedId, 'asked for');
  expect(stored()).toEqual([{ open: 1, parts_left: '["sandbox"]' }]);
  expect(problems.join()).toContain(`${databaseFileName}: It still holds personal data`);
  expect(await honoured()).toEqual(['forget']);
  // What is found to be theirs since is in rows again.
  sqlite.run('UPDATE erasures SET parts_left = NULL');
  expect(await honoured()).toEqual(['sweepAgain', 'forget', 'purge']);
  expect(stored()).toEqual([{ open: 1, parts_left: '["sandbox"]' }]);
  rmSync(state);
  expect(await honoured()).toEqual([]);
  expect(stored()).toEqual([{ open: 0, parts_left: null }]);
  expect(await honoured()).toEqual([]);
  await profile.close();
}, 20_000);
