/** A part of an erasure that fails is done again alone, and a person sees that it is left. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { databaseFileName } from '../../../sandbox/index.ts';
import { profileId } from '../../features/webhooks/testing/deliveries.ts';
import { deliveriesOf, placesOf } from './testing/canaries.ts';
import {
  dataKey,
  erasedId,
  fillTestProfile,
  inboxKey,
  mark,
  openTestProfile,
  problems,
  ran,
} from './testing/profile.ts';

let root = '';
beforeEach(() => {
  root = testFolder();
});

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
  expect(await erasures.erase(erasedId, 'asked for')).toMatchObject({ left: ['sandbox'] });
  expect(stored()).toEqual([{ open: 1, parts_left: '["sandbox"]' }]);
  expect(problems.join()).toContain(`${databaseFileName}: The file still holds personal data`);
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

it('reaches deliveries that could not be opened meanwhile, also those that were refused', async () => {
  await fillTestProfile(root, 3);
  const theirs = (): string[] => {
    const sqlite = openSqlite({ file: join(root, 'inbox.db'), key: inboxKey });
    try {
      return placesOf(deliveriesOf(sqlite, profileId, dataKey), [mark]);
    } finally {
      sqlite.close();
    }
  };
  const away = await openTestProfile(root, false, true);
  expect(await away.erasures.erase(erasedId, 'asked for')).toMatchObject({ left: ['inbox'] });
  await away.close();
  expect(theirs()).not.toEqual([]);
  const back = await openTestProfile(root);
  await back.erasures.honour();
  await back.close();
  expect(theirs()).toEqual([]);
}, 20_000);
