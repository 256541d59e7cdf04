import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordedForwarding } from './forwarding-procedures.ts';
import { deliveredBy, type ForwardTest, openForwardTest } from './testing/forward-test.ts';

let test: ForwardTest;
beforeEach(async () => {
  test = await openForwardTest();
});
afterEach(async () => {
  await test.close();
});

describe('a target that is lent', () => {
  it('gets deliveries until it is given back', async () => {
    const forwards = test.open();
    const { target, gone, giveBack } = forwards.lendTarget(test.target());
    expect(forwards.targets()).toMatchObject([{ id: target.id, isLent: true }]);
    test.deliver(1);
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 1);
    giveBack();
    giveBack();
    await gone;
    expect(forwards.targets()).toEqual([]);
    expect(forwards.ofDelivery(1)).toMatchObject([{ state: 'delivered' }]);
  });

  it('ends for whoever has it when a person removes it, and when forwarding ends', async () => {
    const forwards = test.open();
    const removed = forwards.lendTarget(test.target());
    forwards.removeTarget(removed.target.id);
    await removed.gone;
    const closed = forwards.lendTarget(test.target());
    await forwards.close();
    await closed.gone;
    expect(test.open().targets()).toEqual([]);
  });

  it.each([
    ['delivered', 200, 'Accepted with status 200.'],
    ['failed', 503, 'Refused with status 503. Not tried again: the forwarding target was removed.'],
  ])(
    'that is removed while a delivery is under way: that is %s',
    async (state, status, sentence) => {
      const forwards = test.open();
      const { id } = forwards.addTarget(test.target());
      let release: (() => void) | null = null;
      test.answer = (_heard, response) => {
        release = () => void response.writeHead(status).end();
      };
      test.deliver(1);
      test.deliver(2);
      forwards.catchUp();
      await expect.poll(() => release).not.toBeNull();
      forwards.removeTarget(id);
      await expect.poll(() => forwards.ofDelivery(2)[0]?.state).toBe('failed');
      (release as (() => void) | null)?.();
      await test.until(() => forwards.ofDelivery(1)[0]?.attempts === 1);
      expect(forwards.ofDelivery(1)).toMatchObject([{ state, status, attempts: 1, sentence }]);
      expect(forwards.ofDelivery(2)).toMatchObject([{ state: 'failed', attempts: 0 }]);
      expect(test.heard).toHaveLength(1);
    },
  );

  it('that is removed says of each delivery how often it was sent', async () => {
    const forwards = test.open();
    const { giveBack } = forwards.lendTarget(test.target());
    test.answer = (_heard, response) => void response.writeHead(503).end();
    test.deliver(1);
    test.deliver(2);
    const attempts = (arrival: number) => forwards.ofDelivery(arrival)[0]?.attempts;
    forwards.catchUp();
    await test.until(() => attempts(1) === 1 && attempts(2) === 1);
    test.deliver(3);
    test.now += 3_000;
    forwards.catchUp();
    await test.until(() => attempts(1) === 2 && attempts(2) === 2 && attempts(3) === 1);
    giveBack();
    const removed = 'Not tried again: the forwarding target was removed.';
    const sentence = (arrival: number) => forwards.ofDelivery(arrival)[0]?.sentence;
    expect(sentence(1)).toBe(`Refused or unanswered 2 times. ${removed}`);
    expect(sentence(3)).toBe(`Refused or unanswered once. ${removed}`);
  });

  it('that goes with Causeway says that what was under way may have been accepted', async () => {
    const forwards = test.open();
    forwards.lendTarget(test.target());
    test.answer = () => undefined;
    test.deliver(1);
    test.deliver(2);
    forwards.catchUp();
    await expect.poll(() => test.heard.length).toBe(1);
    await forwards.close();
    const later = test.open();
    expect(later.ofDelivery(1)).toMatchObject([
      {
        state: 'failed',
        attempts: 1,
        sentence:
          'Stopped before a response arrived, so the target may have accepted it. Not tried again: the forwarding target was removed.',
      },
    ]);
    expect(later.ofDelivery(2)).toMatchObject([
      { state: 'failed', attempts: 0, sentence: 'Not sent: the forwarding target was removed.' },
    ]);
  });

  it('is gone at the next start after a crash, and a person’s own stays', async () => {
    const forwards = test.open();
    forwards.lendTarget(test.target());
    const own = forwards.addTarget(test.target({ name: 'Mine' }));
    // As after a kill: nothing was closed.
    const next = test.open();
    expect(next.targets()).toMatchObject([{ id: own.id, isLent: false }]);
  });

  it('ends nothing else where the audit log can’t record its end', async () => {
    const logged: unknown[] = [];
    const record = (action: string) => {
      if (action === 'forward.given-back') throw new Error('The disk is full.');
    };
    const log = { error: (facts: unknown) => void logged.push(facts) };
    const lent = recordedForwarding(test.open(), record, log).lendTarget(test.target());
    lent.giveBack();
    await lent.gone;
    await new Promise((resolve) => setImmediate(resolve));
    expect(logged).toMatchObject([{ targetId: lent.target.id }]);
  });
});
