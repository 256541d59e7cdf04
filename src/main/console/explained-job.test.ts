/** Single events and the time between them, over a whole console with its own sandbox. */
import { isDefinedError, safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../platform/clock.ts';
import {
  createTestDirectory,
  newIntentKey,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { control, createWebhook, until } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

const triggered = z.object({ eventIds: z.tuple([z.string()]) });

/** Makes an event in the sandbox; `to`: the webhooks it is sent to, all that listen unless told. */
async function trigger(
  running: TestConsole,
  name: string,
  more: {
    readonly resource?: object;
    readonly to?: readonly string[];
    readonly created?: string;
  } = {},
): Promise<string> {
  const { to, ...rest } = more;
  const answer = await control(running, '/events', {
    name,
    mock: false,
    ...rest,
    ...(to === undefined ? {} : { webhookIds: to }),
  });
  return triggered.parse(answer).eventIds[0];
}

const known = (running: TestConsole, eventId: string) =>
  until(running.bridge, async () => {
    const found = await safe(running.bridge.timeline.get({ eventId }));
    if (found.error !== null) return null;
    // The records follow on a way of their own.
    return found.data.change?.why.includes('does not include this event yet') ? null : found.data;
  });

const createAda = ({ bridge }: TestConsole) =>
  bridge.customers.create({
    profileId: 'built-in',
    intentKey: newIntentKey(),
    input: { type: 'individual', email: 'ada@example.com' },
  });

const payout = (status: string, minute: number, more: object = {}) => ({
  id: 'payout_1',
  status,
  customer: 'customer_1',
  created: '2026-11-20T12:00:00.000Z',
  updated: new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString(),
  ...more,
});

describe('one event', () => {
  it('says what it changed in its record, whether that still shows it, and what is around it', async () => {
    const running = await directory.start();
    const webhook = await createWebhook(running);
    const { id, ...created } = await createAda(running);
    expect(created.verificationProfiles).toHaveLength(2);
    await control(running, `/customers/${id}/kyc`, { to: 'pending' });
    await control(running, `/customers/${id}/kyc`, { to: 'successful' });
    const rows = await until(running.bridge, async () => {
      const filter = { customerId: id, names: ['customer.kyc.'] };
      const list = await running.bridge.timeline.list({ filter });
      return list.rows.length === 2 ? list.rows : null;
    });
    const [newer, older] = rows;
    const last = await known(running, newer?.eventId ?? '');
    expect(last.change?.standing).toBe('shown');
    expect(last.change?.before).not.toBeNull();
    expect(last.change?.fields.map(({ path }) => path)).toContain('/verificationProfiles');
    const before = await known(running, older?.eventId ?? '');
    expect(before.change?.standing).toBe('superseded');
    expect(before.change?.why).toBe(
      'The event customer.kyc.successful differs in verificationProfiles.',
    );
    expect(before.related.map(({ eventId }) => eventId)).toEqual(
      expect.arrayContaining([newer?.eventId, older?.eventId]),
    );
    expect(before).toMatchObject({
      created: older?.happenedAt,
      body: { id: older?.eventId, name: 'customer.kyc.pending' },
      deliveries: [
        {
          webhookId: webhook.id,
          webhookName: webhook.name,
          role: 'first',
          repeats: 0,
          forwards: 0,
        },
      ],
      lookUps: [],
    });
    const life = await running.bridge.timeline.lifecycle({ subject: 'kyc', resourceId: id });
    expect(life.steps.map(({ state, isUsual }) => [state, isUsual])).toEqual([
      ['pending', true],
      ['successful', true],
    ]);
  });

  it('of a kind without records is compared with the event before it', async () => {
    const running = await directory.start();
    await createWebhook(running);
    const first = await trigger(running, 'payout.create', { resource: payout('created', 0) });
    const second = await trigger(running, 'payout.pending', { resource: payout('pending', 1) });
    const shown = await until(running.bridge, async () => {
      const detail = await known(running, second);
      return (detail.change?.fields.length ?? 0) > 0 ? detail : null;
    });
    expect(shown.change).toMatchObject({
      before: { happenedAt: '2026-11-20T12:00:00.000Z' },
      fields: [
        { path: '/status', kind: 'changed', was: 'created', is: 'pending' },
        { path: '/updated', kind: 'changed' },
      ],
      standing: 'shown',
    });
    expect(shown.change?.why).toContain('Causeway stores no payout records');
    const old = await known(running, first);
    expect(old.change).toMatchObject({ before: null, fields: [], standing: 'superseded' });
    expect(old.change?.why).toContain('The event payout.pending differs in status');
  });

  it('that nobody heard of is not found', async () => {
    const running = await directory.start();
    const { error } = await safe(running.bridge.timeline.get({ eventId: 'event_nowhere' }));
    expect(isDefinedError(error) && error.code).toBe('NOT_FOUND');
  });
});

describe('a look-up', () => {
  it.each(['envelope', 'bare'])(
    'finds an event that was never delivered, %s',
    async (eventForm) => {
      const running = await directory.start();
      const { bridge } = running;
      const { id } = await createWebhook(running);
      await control(running, '/settings', { eventForm }, 'PATCH');
      const eventId = await trigger(running, 'payout.funded', {
        resource: payout('funded', 2),
        to: [],
      });
      expect(await bridge.timeline.lookUp({ profileId: 'built-in', eventId })).toEqual({
        eventId,
        wasKnown: false,
        fields: [],
        webhooksTold: [],
      });
      const detail = await bridge.timeline.get({ eventId });
      expect(detail).toMatchObject({
        proof: 'read',
        heard: 1,
        deliveries: [],
        body: { id: eventId, name: 'payout.funded' },
        lookUps: [{ differs: false, fields: [] }],
      });
      expect(detail.change?.standing).toBe('shown');
      const { rows } = await bridge.audit.list({});
      expect(rows[0]).toMatchObject({
        action: 'event.looked-up',
        facts: { eventId, wasKnown: false, differs: false },
      });
      expect(await bridge.timeline.lookUp({ profileId: 'built-in', eventId })).toMatchObject({
        wasKnown: true,
        fields: [],
      });
      expect((await bridge.timeline.get({ eventId })).lookUps).toHaveLength(2);
      expect(id).toMatch(/^webhook_/);
    },
  );

  it('tells the state of the webhooks it was sent to, and agrees with what was delivered', async () => {
    const running = await directory.start();
    const { id } = await createWebhook(running);
    const eventId = await trigger(running, 'wallet.create');
    await known(running, eventId);
    const told = await until(running.bridge, async () => {
      const answer = await running.bridge.timeline.lookUp({ profileId: 'built-in', eventId });
      return answer.webhooksTold.length > 0 ? answer : null;
    });
    expect(told).toEqual({ eventId, wasKnown: true, fields: [], webhooksTold: [id] });
    const detail = await running.bridge.timeline.get({ eventId });
    expect(detail).toMatchObject({ proof: 'genuine', isDiffering: false });
    expect(detail.webhookRecords).toMatchObject([
      { webhookId: id, isOurs: true, requestIds: [expect.stringMatching(/^request_/)] },
    ]);
    expect(JSON.stringify(detail)).not.toContain('secret_');
  });

  it('refuses an id of another form, and gives the service’s own words for one it does not know', async () => {
    const running = await directory.start();
    const { bridge } = running;
    const wrong = await safe(
      bridge.timeline.lookUp({ profileId: 'built-in', eventId: 'event_A/1' }),
    );
    expect(isDefinedError(wrong.error) && wrong.error.code).toBe('INVALID');
    const missing = await safe(
      bridge.timeline.lookUp({ profileId: 'built-in', eventId: 'event_nowhere1' }),
    );
    expect(isDefinedError(missing.error) && missing.error).toMatchObject({
      code: 'NOT_FOUND',
      data: { status: 404, messages: ['Event not found'], cause: 'not-found' },
    });
    expect((await bridge.audit.list({})).rows.map(({ action }) => action)).not.toContain(
      'event.looked-up',
    );
  });
});

describe('gaps', () => {
  it('show the time in which the console was closed, and what was missed in it', async () => {
    const shift = { by: 0 };
    const clock = { now: () => systemClock.now() + shift.by };
    const first = await directory.start({ clock });
    const { id: webhookId } = await createWebhook(first);
    expect(await first.bridge.timeline.gaps({})).toEqual([]);
    await trigger(first, 'payout.create', { resource: payout('created', 0) });
    await until(first.bridge, async () => (await first.bridge.timeline.count({})).known > 0);
    const closing = clock.now();
    await first.console.dispose();

    const closedAt = clock.now();
    shift.by = 3_600_000;
    const second = await directory.start({ clock });
    const { bridge } = second;
    const gap = await until(bridge, async () => {
      const [newest] = await bridge.timeline.gaps({});
      return newest?.reason === 'closed' ? newest : null;
    });
    expect(gap).toMatchObject({ webhooks: [], missed: [], isLookedThrough: true });
    // However long the closing took.
    expect(Date.parse(gap.from)).toBeGreaterThan(closing - 5_000);
    expect(Date.parse(gap.from)).toBeLessThan(closedAt + 5_000);
    expect(Date.parse(gap.to ?? '') - Date.parse(gap.from)).toBeGreaterThan(3_590_000);

    // Of this hour, and never sent to us.
    const created = new Date(closedAt + 1_800_000).toISOString();
    const eventId = await trigger(second, 'payout.pending', {
      resource: payout('pending', 1),
      to: [],
      created,
    });
    const before = new Date(clock.now()).toISOString();
    shift.by += 5_000;
    await bridge.timeline.lookUp({ profileId: 'built-in', eventId });
    const [withMissed] = (await bridge.timeline.gaps({})).filter(
      ({ reason }) => reason === 'closed',
    );
    expect(withMissed?.missed).toEqual([
      {
        eventId,
        name: 'payout.pending',
        resourceKind: 'payout',
        resourceId: 'payout_1',
        told: 'look-up',
      },
    ]);
    const known = await bridge.timeline.gaps({ knownAt: before });
    expect(known.filter(({ reason }) => reason === 'closed')).toMatchObject([{ missed: [] }]);
    const further = { gap: { from: withMissed?.from ?? '', reason: 'closed' } } as const;
    expect(await bridge.timeline.missed(further)).toEqual({
      missed: withMissed?.missed,
      next: null,
    });
    expect(await bridge.timeline.gaps({ to: new Date(closedAt - 60_000).toISOString() })).toEqual(
      [],
    );
    expect(webhookId).toMatch(/^webhook_/);
  });
});
