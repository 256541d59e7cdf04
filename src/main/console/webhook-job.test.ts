import { isDefinedError, safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sign } from '../../contract/signature.ts';
import {
  addFault,
  createTestDirectory,
  newIntentKey,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { control, createWebhook, openWay, until } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(async () => {
  await directory.remove();
});

const genuineRows = async ({ bridge }: TestConsole) =>
  (await bridge.deliveries.list({ verdict: 'genuine' })).rows;

/** The response is lost: it may exist, and its secret with it. */
async function loseWebhook(
  { bridge, console }: TestConsole,
  url: string,
  event: 'webhook.create' | 'payout.create',
): Promise<void> {
  await addFault(console.sandbox(), { kind: 'drop', operation: 'createWebhook' });
  const input = { name: 'Lost', url, events: [event] };
  await safe(bridge.webhooks.create({ profileId: 'built-in', intentKey: newIntentKey(), input }));
}

describe('webhooks on the sandbox', () => {
  it('go from the first start to a genuine delivery with one click', async () => {
    const running = await directory.start();
    const { bridge } = running;
    const created = await createWebhook(running);
    expect(created).toMatchObject({
      name: 'Treasury desk',
      secret: 'held',
      status: 'healthy',
      wayIn: { state: 'proven', tunnelId: 'sandbox' },
      advice: [],
    });
    expect(created.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    await control(running, '/events', { name: 'wallet.create' });

    const row = await until(bridge, async () =>
      (await genuineRows(running)).find(({ eventName }) => eventName === 'wallet.create'),
    );
    expect(row).toMatchObject({
      webhookId: created.id,
      webhookName: 'Treasury desk',
      role: 'first',
      keeping: 'kept',
      verdict: { fingerprint: created.fingerprint },
    });
    const detail = await bridge.deliveries.get({ arrival: row.arrival });
    expect(detail.advice.code).toBe('genuine');
    expect(detail.body).toMatchObject({ name: 'wallet.create', data: { wallet: {} } });
    expect(JSON.stringify(detail)).not.toContain('secret_');
    expect(await bridge.webhooks.list()).toMatchObject({
      known: 1,
      limit: 10,
      mayExist: [],
      receiver: { isListening: true },
    });
  });

  it('let no old event that is sent again outweigh a newer one', async () => {
    const running = await directory.start();
    const { bridge } = running;
    await control(running, '/settings', { resentUpdated: 'moves' }, 'PATCH');
    const customer = await bridge.customers.create({
      profileId: 'built-in',
      intentKey: newIntentKey(),
      knownAt: null,
      input: { type: 'individual' },
    });
    await control(running, `/customers/${customer.id}/kyc`, { to: 'pending' });
    await createWebhook(running, { events: ['customer.kyc.pending', 'customer.kyc.successful'] });
    await control(running, `/customers/${customer.id}/kyc`, { to: 'successful' });
    const arrived = (name: string) =>
      until(bridge, async () =>
        (await genuineRows(running)).find(({ eventName }) => eventName === name),
      );
    await arrived('customer.kyc.successful');
    const { items } = (await control(running, '/list/events', undefined, 'GET')) as {
      items: { id: string; name: string }[];
    };
    const old = items.find(({ name }) => name === 'customer.kyc.pending');
    await control(running, `/events/${old?.id}/redeliver`, {});
    const late = await arrived('customer.kyc.pending');
    expect(late.role).toBe('first');
    const { body } = await bridge.deliveries.get({ arrival: late.arrival });
    const event = body as { created: string; updated: string };
    expect(Date.parse(event.updated)).toBeGreaterThan(Date.parse(event.created));
    const { verificationProfiles } = await bridge.customers.get({ id: customer.id });
    expect(verificationProfiles[0]?.status).toBe('approved');
  });

  it('judge what arrived while Causeway was closed or locked, and know it after a restart', async () => {
    const first = await directory.start();
    const created = await createWebhook(first);
    await first.console.dispose();

    const second = await directory.start();
    const again = await second.bridge.webhooks.get({ id: created.id });
    expect(again).toMatchObject({ secret: 'held', fingerprint: created.fingerprint });
    await control(second, '/events', { name: 'payout.create' });
    await until(second.bridge, async () =>
      (await genuineRows(second)).find(({ eventName }) => eventName === 'payout.create'),
    );
    const [tunnel] = (await second.bridge.tunnels.list()).rows;
    expect(tunnel).toMatchObject({ kind: 'sandbox', isWanted: true });
  });

  it('refuse what is not signed, say why, and show it as not proved', async () => {
    const running = await directory.start();
    const created = await createWebhook(running);
    const { origin } = (await running.bridge.webhooks.list()).receiver;
    const path = created.slot?.path ?? '';
    const body = Buffer.from('{"id":"event_forged"}');
    const post = (headers: Record<string, string>) =>
      fetch(`${origin}/hooks/${path}`, { method: 'POST', headers, body });
    expect((await post({})).status).toBe(401);
    expect((await post({ signature: sign(body, 'secret_other') })).status).toBe(401);

    // What the page's link beside the advice lists.
    const rejected = { webhookId: created.id, keeping: 'quarantined' } as const;
    const { rows } = await running.bridge.deliveries.list(rejected);
    expect(rows.map(({ verdict }) => verdict.kind).sort()).toEqual(['missing', 'wrong']);
    for (const { arrival } of rows) {
      const { advice } = await running.bridge.deliveries.get({ arrival });
      expect(advice.sentence).toMatch(/rejected/);
      expect(advice.whatToDo).not.toBeNull();
    }
    const shown = await running.bridge.webhooks.get({ id: created.id });
    expect(shown.slot?.verdicts).toMatchObject({ wrong: 1, missing: 1 });
    expect(shown.advice.map(({ code }) => code)).toContain('not-signed');
  });

  it('keep the path when the answer was lost, and say that the secret can’t be requested', async () => {
    const running = await directory.start();
    const { bridge } = running;
    const url = await openWay(running);
    await addFault(running.console.sandbox(), {
      kind: 'drop',
      operation: 'createWebhook',
    });
    const intentKey = newIntentKey();
    const input = { name: 'Lost', url, events: ['webhook.create' as const] };
    const { error } = await safe(
      bridge.webhooks.create({ profileId: 'built-in', intentKey, input }),
    );
    expect(isDefinedError(error) && error.code).toBe('UNKNOWN_OUTCOME');

    const { mayExist, rows } = await bridge.webhooks.list();
    expect(rows).toEqual([]);
    expect(mayExist).toMatchObject([{ intentKey, url, name: 'Lost', foundAs: null }]);
    expect(mayExist[0]?.sentence).toContain('Causeway can’t request it');
    // What it delivers is held, and never passes as genuine.
    const [held] = await until(bridge, async () => {
      const found = (await bridge.deliveries.list({ keeping: 'held' })).rows;
      return found.length > 0 ? found : null;
    });
    const { advice } = await bridge.deliveries.get({ arrival: held?.arrival ?? 0 });
    expect(advice.sentence).toContain('was lost');
    // The next one gets another path.
    const next = await bridge.webhooks.prepare();
    expect(next.addresses[0]?.url).not.toBe(url);
    expect(next.mayExist).toBe(1);
  });

  it('try a secret that is typed on what awaits one, and lose nothing by a wrong one', async () => {
    const running = await directory.start();
    const { bridge } = running;
    const url = await openWay(running);
    await loseWebhook(running, url, 'webhook.create');
    const heldRows = async () => (await bridge.deliveries.list({ keeping: 'held' })).rows;
    // The service's own, signed with the secret that was lost.
    await until(bridge, async () => (await heldRows()).length > 0);
    const body = Buffer.from('{"id":"event_e1","name":"payout.create","data":{}}');
    const { receiver } = await bridge.webhooks.list();
    const answer = await fetch(`${receiver.origin}${new URL(url).pathname}`, {
      method: 'POST',
      headers: { signature: sign(body, 'secret_right') },
      body,
    });
    expect(answer.status).toBe(200);
    const enter = async (secret: string) => {
      const webhook = { profileId: 'built-in', webhookId: 'webhook_lost1', url, name: 'Lost' };
      const purpose = { purpose: 'webhook-secret' as const, ...webhook };
      const { path } = await bridge.vault.openSecretEntry(purpose);
      return await submitDocument(running, path, { secret });
    };
    expect(await enter('secret_typo')).toMatch(/None of the 2 signed .* may be somebody else’s/);
    expect((await bridge.webhooks.list()).rows).toEqual([]);
    // Knowingly: what it does not match waits on.
    expect(await enter('secret_typo')).toContain('are stored');
    await until(bridge, async () =>
      (await heldRows()).every(({ verdict }) => verdict.kind === 'wrong'),
    );
    expect(await heldRows()).toHaveLength(2);
    expect(await enter('secret_right')).toContain('are stored');
    await until(bridge, async () => (await genuineRows(running)).length === 1);
    expect(await heldRows()).toHaveLength(1);
  });

  it('find one whose answer was lost in the webhookRecords of an event, without its secret', async () => {
    const running = await directory.start();
    const { bridge } = running;
    const url = await openWay(running);
    await loseWebhook(running, url, 'payout.create');
    const other = await createWebhook(running, { name: 'Second', events: ['payout.create'] });
    await control(running, '/events', { name: 'payout.create' });
    await until(bridge, async () => (await genuineRows(running)).some(({ role }) => role !== null));

    await bridge.webhooks.refresh({ profileId: 'built-in', id: other.id });
    const { rows, mayExist } = await bridge.webhooks.list();
    const lost = rows.find(({ name }) => name === 'Lost');
    expect(lost).toMatchObject({ url, secret: 'lost', fingerprint: null });
    expect(mayExist).toMatchObject([{ foundAs: lost?.id }]);
    const { advice, slot } = await bridge.webhooks.get({ id: lost?.id ?? '' });
    expect(advice[0]?.code).toBe('secret-lost');
    expect(slot?.held).toBeGreaterThan(0);
    // It was found, so it is counted once.
    expect(await bridge.webhooks.prepare()).toMatchObject({ known: 2, mayExist: 0 });
  });

  it('ask before another place is taken while a known one would do', async () => {
    const running = await directory.start();
    const { bridge } = running;
    const created = await createWebhook(running);
    const { addresses, reusable, advice, known } = await bridge.webhooks.prepare();
    expect(known).toBe(1);
    expect(reusable.map(({ id }) => id)).toEqual([created.id]);
    expect(advice.map(({ code }) => code)).toEqual(['reuse', 'irreversible']);
    const intentKey = newIntentKey();
    const input = {
      name: 'Second',
      url: addresses[0]?.url ?? '',
      events: ['payout.create' as const],
    };
    const { error } = await safe(
      bridge.webhooks.create({ profileId: 'built-in', intentKey, input }),
    );
    expect(isDefinedError(error) && error.code).toBe('ASKS_FIRST');
    const { webhook: second } = await bridge.webhooks.create({
      profileId: 'built-in',
      intentKey,
      input,
      confirmed: [created.id],
    });
    expect(second?.id).toMatch(/^webhook_/);
    expect(second?.id).not.toBe(created.id);
  });

  it('never put two webhooks under one address', async () => {
    const running = await directory.start();
    const created = await createWebhook(running);
    const input = { name: 'Twice', url: created.url ?? '', events: ['payout.create' as const] };
    const call = {
      intentKey: newIntentKey(),
      profileId: 'built-in',
      input,
      confirmed: [created.id],
    };
    const { error } = await safe(running.bridge.webhooks.create(call));
    expect(isDefinedError(error) && error.code).toBe('INVALID');
  });

  it('tell the eleventh in the service’s own words', async () => {
    const running = await directory.start();
    for (let number = 0; number < 10; number += 1) {
      await createWebhook(running, { name: `Webhook ${number}`, events: ['payout.create'] });
    }
    const { advice } = await running.bridge.webhooks.prepare();
    expect(advice[0]?.code).toBe('full');
    const refused = createWebhook(running);
    await expect(refused).rejects.toMatchObject({
      code: 'REFUSED',
      data: { messages: [expect.stringMatching(/10/)] },
    });
    // Refused means that nothing can come to the path, so it is offered again.
    expect(await openWay(running)).toBe(await openWay(running));
  });

  it('learn status and rate from the webhookRecords of an event', async () => {
    const running = await directory.start();
    const { bridge } = running;
    const created = await createWebhook(running);
    await control(running, '/events', { name: 'payout.create' });
    // The event is known a moment after its delivery, and the service counts that after our answer.
    const refresh = () => bridge.webhooks.refresh({ profileId: 'built-in', id: created.id });
    const wanted = { statusSource: 'webhook-record', deliveryRate: '1' };
    await expect.poll(async () => (await safe(refresh())).data).toMatchObject(wanted);
    const fresh = await refresh();
    expect(fresh.requestIds[0]?.requestIds[0]).toMatch(/^request_/);
  });

  it('add one that exists by id, address and secret, through a document of its own', async () => {
    const first = await directory.start();
    const url = await openWay(first);
    const purpose = {
      purpose: 'webhook-secret' as const,
      profileId: 'built-in',
      webhookId: 'webhook_elsewhere1',
      url,
      name: 'Made elsewhere',
    };
    const { path } = await first.bridge.vault.openSecretEntry(purpose);
    const typed = { secret: 'secret_elsewhere' };
    expect(await submitDocument(first, path, typed)).toContain('are stored');

    const body = Buffer.from('{"id":"event_e1","name":"payout.create","data":{}}');
    const { receiver } = await first.bridge.webhooks.list();
    const answer = await fetch(`${receiver.origin}${new URL(url).pathname}`, {
      method: 'POST',
      headers: { signature: sign(body, 'secret_elsewhere') },
      body,
    });
    expect(answer.status).toBe(200);
    const [row] = await genuineRows(first);
    expect(row).toMatchObject({ webhookId: 'webhook_elsewhere1', webhookName: 'Made elsewhere' });
  });

  it('reveal a secret once, in a document of its own, and write that down', async () => {
    const running = await directory.start();
    const { id } = await createWebhook(running);
    const { path } = await running.bridge.webhooks.revealSecret({ id });
    const ticket = path?.split('/').at(-1) ?? '';
    const { secrets } = running.console;
    expect(secrets.page(ticket, 'n')).not.toContain('secret_');
    expect(await submitDocument(running, path)).toMatch(/\nsecret_\w+<\/textarea>/);
    expect(await submitDocument(running, path)).toBe('');
    const { rows } = await running.bridge.audit.list({});
    expect(rows.filter(({ action }) => action === 'webhook.secret-shown')).toHaveLength(1);
    expect(directory.logged.join('')).not.toMatch(/secret_[a-z0-9]/);
  });

  it('copy a secret to the clipboard where there is one, and clear it when Causeway stops', async () => {
    let copied = '';
    const clipboard = {
      read: () => copied,
      write: (text: string) => {
        copied = text;
      },
    };
    const running = await directory.start({ clipboard });
    const { id } = await createWebhook(running);
    const { path } = await running.bridge.webhooks.revealSecret({ id });
    // The page asks; a person copies it.
    expect(copied).toBe('');
    expect(await submitDocument(running, path)).toContain('after 30 seconds');
    expect(copied).toMatch(/^secret_/);
    await running.console.dispose();
    expect(copied).toBe('');
  });
});
