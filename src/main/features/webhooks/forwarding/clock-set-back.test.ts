import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longestWait } from './lane.ts';
import { deliveredBy, type ForwardTest, openForwardTest } from './testing/forward-test.ts';

let test: ForwardTest;
beforeEach(async () => {
  test = await openForwardTest();
});
afterEach(async () => {
  await test.close();
});

const hour = 60 * 60_000;

describe('a clock that is set back', () => {
  it('holds up nothing that was queued before', async () => {
    const right = test.now;
    const forwards = test.open();
    const { id } = forwards.addTarget(test.target());
    forwards.pauseTarget(id, true);
    test.now = right + 365 * 24 * hour;
    test.deliver(1);
    forwards.catchUp();
    await test.until(() => forwards.ofDelivery(1).length === 1);
    test.now = right;
    forwards.pauseTarget(id, false);
    await test.until(() => deliveredBy(forwards) === 1);
  });

  it('holds up nothing that was tried before for longer than its pause', async () => {
    const right = test.now;
    const forwards = test.open();
    forwards.addTarget(test.target());
    test.answer = (_heard, response) => void response.writeHead(503).end();
    test.now = right + 12 * hour;
    test.deliver(1);
    forwards.catchUp();
    await test.until(() => forwards.ofDelivery(1)[0]?.attempts === 1);
    test.answer = (_heard, response) => void response.writeHead(200).end();
    test.now = right;
    forwards.catchUp();
    const next = () => Date.parse(forwards.ofDelivery(1)[0]?.nextTryAt ?? '') - right;
    await expect.poll(next).toBeLessThanOrEqual(1_200);
    test.now = right + next();
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 1);
  });
});

it.each([
  ['before the first try', 0, null, false, 0],
  ['as long as was meant', 1, -20_000, false, 20_000],
  ['an hour where a target asked for more', 1, -30 * hour, false, hour],
  ['hours after many tries', 7, -7 * hour, false, 7 * hour],
  ['as long as others of a team may say', 0, null, true, 7.2 * hour],
])('waits at most %s', (_what, attempts, lastTriedAt, isOfTeam, longest) => {
  expect(longestWait({ attempts, nextTry: 0, lastTriedAt }, isOfTeam)).toBe(longest);
});
