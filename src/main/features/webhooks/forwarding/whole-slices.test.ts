import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ForwardTest, openForwardTest } from './testing/forward-test.ts';

let test: ForwardTest;
beforeEach(async () => {
  test = await openForwardTest();
});
afterEach(() => test.close());

const written = () => ({
  cursors: test.sqlite.all('SELECT cursor FROM forward_targets'),
  queued: test.sqlite.all('SELECT arrival FROM forwards ORDER BY sequence'),
});

it.each([
  ['the cursor can’t be moved', 'BEFORE UPDATE OF cursor ON forward_targets'],
  ['one of them can’t be queued', 'BEFORE INSERT ON forwards WHEN NEW.arrival = 1'],
])('nothing of a slice is there where %s, and all of it once afterwards', async (_what, when) => {
  const forwards = test.open();
  const { id } = forwards.addTarget(test.target());
  forwards.pauseTarget(id, true);
  const before = written();
  for (const arrival of [1, 2, 3]) test.deliver(arrival);
  test.sqlite.exec(`CREATE TRIGGER stop ${when} BEGIN SELECT RAISE(ABORT, 'stopped'); END`);
  forwards.catchUp();
  await nextTurn();
  expect(written()).toEqual(before);

  test.sqlite.exec('DROP TRIGGER stop');
  forwards.catchUp();
  while (written().queued.length < 3) await nextTurn();
  expect(written()).toEqual({
    cursors: [{ cursor: 3 }],
    queued: [{ arrival: 1 }, { arrival: 2 }, { arrival: 3 }],
  });
});
