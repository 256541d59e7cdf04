import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveredBy, type ForwardTest, openForwardTest } from './testing/forward-test.ts';

let test: ForwardTest;
beforeEach(async () => {
  test = await openForwardTest();
});
afterEach(async () => {
  await test.close();
});

const iso = (ms: number) => new Date(ms).toISOString();

describe('an address that takes nothing', () => {
  it('says since when and why, through every try, until it takes one', async () => {
    const forwards = test.open();
    expect(forwards.addTarget(test.target()).failing).toBeNull();
    test.answer = (_heard, response) => void response.writeHead(500).end();
    const since = test.now;
    test.deliver(1);
    for (const tries of [1, 2, 3]) {
      forwards.catchUp();
      await test.until(() => forwards.ofDelivery(1)[0]?.attempts === tries);
      expect(forwards.targets()).toMatchObject([
        { failing: { since: iso(since), status: 500, reason: 'Refused with status 500.' } },
      ]);
      test.now += 60 * 60_000;
    }
    test.answer = (_heard, response) => void response.writeHead(204).end();
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 1);
    expect(forwards.targets()).toMatchObject([{ failing: null, delivered: 1 }]);
  });

  it('still says so after the last try and after a restart, with the latest reason', async () => {
    const forwards = test.open();
    test.answer = (_heard, response) => void response.writeHead(503).end();
    forwards.addTarget(test.target());
    test.deliver(1);
    forwards.catchUp();
    await test.until(() => forwards.ofDelivery(1)[0]?.attempts === 1);
    const since = test.now;
    test.now += 60_000;
    test.answer = (_heard, response) => void response.writeHead(410).end();
    forwards.catchUp();
    await test.until(() => forwards.ofDelivery(1)[0]?.state === 'failed');
    await forwards.close();
    expect(test.open().targets()).toMatchObject([
      {
        failed: 1,
        nextTryAt: null,
        failing: { since: iso(since), status: 410, reason: 'Permanently refused with status 410.' },
      },
    ]);
  });

  it('is not blamed for what can’t be read here any more', async () => {
    const forwards = test.open();
    const { id } = forwards.addTarget(test.target());
    forwards.pauseTarget(id, true);
    test.deliver(1);
    forwards.catchUp();
    await test.until(() => forwards.targets()[0]?.waiting === 1);
    await forwards.close();
    // What waited is of an inbox that is gone.
    const another = test.open('inbox-2');
    another.pauseTarget(id, false);
    await test.until(() => another.targets()[0]?.failed === 1);
    expect(another.targets()).toMatchObject([{ failing: null }]);
  });
});
