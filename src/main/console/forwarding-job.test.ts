import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addTarget,
  createTestDirectory,
  submitDocument,
  type TestDirectory,
} from './testing/console.ts';
import { control, createWebhook, startTestReceiver, until } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(async () => {
  await directory.remove();
});

describe('forwarding', () => {
  it('sends genuine deliveries on, byte for byte with their signature, and replays them', async () => {
    const receiver = await startTestReceiver();
    try {
      const running = await directory.start();
      const { bridge } = running;
      await createWebhook(running);
      const target = await addTarget(running, {
        name: 'Ledger',
        url: receiver.url,
        events: ['payout.create'],
      });
      await control(running, '/events', { name: 'wallet.create' });
      await control(running, '/events', { name: 'payout.create' });
      await receiver.arrived(1);
      const [heard] = receiver.heard;
      expect(heard?.headers['signature']).toMatch(/^[0-9a-f]{64}$/);
      expect(heard?.headers['content-type']).toBe('application/json');
      expect(JSON.parse(heard?.body.toString() ?? '')).toMatchObject({ name: 'payout.create' });
      const delivered = await until(bridge, async () => {
        const [shown] = await bridge.forwarding.targets();
        return shown?.delivered === 1 ? shown : null;
      });
      expect(delivered).toMatchObject({
        waiting: 0,
        failed: 0,
        lastResult: 'Accepted with status 200.',
      });

      const selection = { by: 'filter' as const, events: ['payout.create'] };
      const { queued, path } = await bridge.forwarding.replay({ targetId: target.id, selection });
      expect(queued).toBeNull();
      expect(await submitDocument(running, path)).toContain('1 delivery was queued');
      await receiver.arrived(2);
      expect(receiver.heard[1]?.body.equals(heard?.body ?? Buffer.alloc(0))).toBe(true);
      expect(receiver.heard.map(({ path }) => path)).toEqual(['/hooks', '/hooks']);
    } finally {
      await receiver.close();
    }
  });
});
