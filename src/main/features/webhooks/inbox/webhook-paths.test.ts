import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestInbox, profileId } from '../testing/deliveries.ts';

const path = 'ab'.repeat(16);
let test: Awaited<ReturnType<typeof openTestInbox>>;
beforeEach(async () => {
  test = await openTestInbox();
  const reservedAt = '2026-11-20T10:00:00.000Z';
  await test.inbox.reserve({ path, profileId, reservedAt, webhookId: null, intentKey: null });
});
afterEach(async () => {
  await test.remove();
});

const assigned = () => {
  const { intentKey, webhookId } = test.inbox.slot(path) ?? {};
  return { intentKey, webhookId };
};

describe('a path that has an owner', () => {
  it('keeps its webhook', async () => {
    await test.inbox.assign(path, { webhookId: 'webhook_a' });
    await test.inbox.assign(path, { webhookId: 'webhook_a' });
    const other = test.inbox.assign(path, { webhookId: 'webhook_b' });
    await expect(other).rejects.toThrow('another webhook');
    expect(assigned()).toEqual({ intentKey: null, webhookId: 'webhook_a' });
  });

  it('keeps the write that sent it, unless that one is named as over', async () => {
    await test.inbox.assign(path, { intentKey: 'a' });
    await expect(test.inbox.assign(path, { intentKey: 'b' })).rejects.toThrow('another write');
    const outdated = test.inbox.assign(path, { intentKey: 'b', insteadOf: 'c' });
    await expect(outdated).rejects.toThrow('another write');
    expect(assigned()).toEqual({ intentKey: 'a', webhookId: null });
    await test.inbox.assign(path, { intentKey: 'b', insteadOf: 'a' });
    expect(assigned()).toEqual({ intentKey: 'b', webhookId: null });
  });
});
