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

  it.each([
    ['its pause', null, 1_000, 1_200],
    ['what its target asks for', '20', 20_000, 20_000],
  ])(
    'holds what was tried before as long as %s, and no longer',
    async (_what, asked, least, most) => {
      const right = test.now;
      const forwards = test.open();
      forwards.addTarget(test.target());
      const headers = asked === null ? {} : { 'retry-after': asked };
      test.answer = ({ body }, response) =>
        void response.writeHead(body === '{"n":1}' ? 503 : 200, headers).end();
      test.now = right + 12 * hour;
      test.deliver(1);
      forwards.catchUp();
      const attempts = () => forwards.ofDelivery(1)[0]?.attempts;
      await test.until(() => attempts() === 1);
      test.now = right;
      // They are due at once, and the lane goes on with the first one.
      test.deliver(2);
      forwards.catchUp();
      await test.until(() => forwards.ofDelivery(2)[0]?.state === 'delivered');
      const next = () => Date.parse(forwards.ofDelivery(1)[0]?.nextTryAt ?? '') - right;
      await expect.poll(next).toBeLessThanOrEqual(most);
      expect(next()).toBeGreaterThanOrEqual(least);
      test.now = right + next() - 1;
      test.deliver(3);
      forwards.catchUp();
      await test.until(() => forwards.ofDelivery(3)[0]?.state === 'delivered');
      expect(test.heard.map(({ body }) => body)).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
      expect(attempts()).toBe(1);
      test.now += 1;
      forwards.catchUp();
      await test.until(() => attempts() === 2);
    },
  );
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
