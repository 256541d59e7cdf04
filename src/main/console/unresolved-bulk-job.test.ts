/** Which row of which run a request with an unknown outcome was sent for: against the built-in sandbox. */
import { isDefinedError, safe } from '@orpc/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bulkDraftOf, bulkOrder, restedRun } from './testing/bulk.ts';
import {
  addFault,
  createTestDirectory,
  newIntentKey,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';

let directory: TestDirectory;
let started: TestConsole;
beforeEach(async () => {
  directory = createTestDirectory();
  started = await directory.start({ ephemeral: true });
});
afterEach(() => directory.remove());

it('is said in the list and of the request, also where it was sent again', async () => {
  const { bridge } = started;
  const content = 'Type,Email\nbusiness,one@harbour.example\nbusiness,two@harbour.example\n';
  const draft = await bulkDraftOf(started, content, 'customer');
  const lose = (count: number) =>
    addFault(started.console.sandbox(), {
      kind: 'drop',
      operation: 'createCustomer',
      count,
      when: 'before',
    });
  await lose(2);
  const { id: runId } = await bridge.bulk.drafts.start(bulkOrder(draft));
  await restedRun(started, runId);
  const { rows } = await bridge.unresolved.list({ state: 'unknown' });
  const bulkRow = { runId, fileName: 'list.csv' };
  const told = rows.map(({ input, bulkRow: of }) => [Object(input).email, of]);
  expect(Object.fromEntries(told)).toEqual({
    'one@harbour.example': { ...bulkRow, row: 2 },
    'two@harbour.example': { ...bulkRow, row: 3 },
  });
  const key = rows.find((row) => row.bulkRow?.row === 3)?.key ?? '';
  await bridge.unresolved.absent({ profileId: 'built-in', key });
  await lose(1);
  const again = { profileId: 'built-in', intentKey: newIntentKey(), repeats: key };
  const { error } = await safe(bridge.unresolved.sendAgain(again));
  expect(isDefinedError(error) && error.code).toBe('UNKNOWN_OUTCOME');
  const repeated = await bridge.unresolved.get({ key: again.intentKey });
  expect(repeated.bulkRow).toEqual({ ...bulkRow, row: 3 });

  const foundBy = async (search: string) =>
    (await bridge.search.find({ search })).items.map(({ kind, id }) => [kind, id]);
  expect(await foundBy(key.toUpperCase())).toEqual([['request', key]]);
  expect(await foundBy(runId)).toEqual([['bulkRun', runId]]);
  expect(await foundBy(newIntentKey())).toEqual([]);
  const before = new Date(0).toISOString();
  expect((await bridge.search.find({ search: key, knownAt: before })).items).toEqual([]);
});
