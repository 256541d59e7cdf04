/** Evidence packs over a whole console with its own sandbox. */
import { safe } from '@orpc/server';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EvidenceSubject, PersonalData } from '../../bridge/evidence.ts';
import { sha256Hex } from '../../platform/canonical-json.ts';
// biome-ignore lint/correctness/useImportExtensions: its types lie beside it.
import { checkZip } from '../features/evidence/verify.mjs';
import {
  createReviewed,
  createTestDirectory,
  newIntentKey,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { fileOf } from './testing/files.ts';
import { createWebhook, until } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

const profileId = 'built-in';
const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';

/** A customer with an account and a payout of which the events have arrived. */
async function desk(running: TestConsole) {
  const { bridge } = running;
  await createWebhook(running);
  const { id: customerId } = await bridge.customers.create({
    profileId,
    intentKey: newIntentKey(),
    input: { type: 'individual', email: 'ada@example.com' },
  });
  const money = {
    sourceCurrency: 'USD',
    destinationCurrency: 'USDC',
    network: 'ethereum',
  } as const;
  const input = { ...money, customerId, walletAddress, integratorBpsFee: '10' };
  const { id: accountId } = await createReviewed(bridge, { profileId, knownAt: null, input });
  await bridge.sandboxControls.payIn({
    profileId,
    virtualAccountId: accountId,
    amount: '12500.75',
    until: 'successful',
  });
  const [payout] = await until(bridge, async () => {
    const { rows } = await bridge.payouts.list({ customerId });
    return rows[0]?.state === 'successful' ? rows : null;
  });
  return { customerId, accountId, payoutId: payout?.id ?? '' };
}

async function packOf(
  running: TestConsole,
  of: EvidenceSubject,
  personalData: PersonalData = 'whole',
  knownAt: string | null = null,
) {
  const zip = await fileOf(
    running,
    await running.bridge.evidence.make({ of, personalData, knownAt }),
  );
  const files = unzipSync(zip);
  const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
  const lines = (name: string) =>
    text(name)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const checked = checkZip(zip);
  expect(checked.problems).toEqual([]);
  return { zip, text, lines, counts: checked.manifest?.lines ?? {}, key: checked.key };
}

const all = (zip: Uint8Array) => Buffer.from(zip).toString('latin1');

it('holds what belongs to a customer, and says so in the audit log', async () => {
  const running = await directory.start();
  const { customerId, accountId, payoutId } = await desk(running);
  const { text, lines, zip, key } = await packOf(running, { kind: 'customer', id: customerId });
  const records = lines('records.jsonl').map(({ content }) => `${content.kind} ${content.id}`);
  expect(records).toEqual(
    expect.arrayContaining([
      `customer ${customerId}`,
      `virtualAccount ${accountId}`,
      `payout ${payoutId}`,
    ]),
  );
  const requests = lines('requests.jsonl').map(({ content }) => content);
  expect(requests.map(({ operation }) => operation)).toEqual([
    'createCustomer',
    'createVirtualAccount',
  ]);
  expect(requests[0]).toMatchObject({
    input: { email: 'ada@example.com' },
    response: { id: customerId },
  });
  const delivered = lines('deliveries.jsonl').map(({ content }) => content);
  expect(delivered.map(({ eventName }) => eventName)).toContain('payout.successful');
  expect(delivered.every(({ isExact }) => isExact)).toBe(true);
  expect(delivered[0].verdicts.at(-1).kind).toBe('genuine');
  // Without it nobody can check the exact bytes against the webhook's secret.
  const signatureOf = ({ headers }: { headers: { name: string; value: string }[] }) =>
    headers.find(({ name }) => name === 'signature')?.value;
  expect(delivered.map(signatureOf)).toEqual(
    delivered.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)),
  );
  const actions = lines('audit.jsonl').map(({ action }) => action);
  expect(actions).toContain('customer.create.created');
  expect(actions).toContain('virtual-account.create.created');
  expect(text('report.html')).toContain('SANDBOX: for testing only. No money moved.');
  expect(all(zip)).not.toContain('/hooks/');
  const { fingerprint } = await running.bridge.audit.state();
  expect(key?.startsWith(fingerprint.replaceAll(' ', ''))).toBe(true);
  const { rows } = await running.bridge.audit.list({ limit: 2 });
  // Made, then fetched: one does not tell of the other.
  expect(rows[0]).toMatchObject({
    action: 'export.fetched',
    facts: { exportId: expect.any(String), fileSha256: sha256Hex(zip) },
  });
  expect(rows[1]).toMatchObject({
    action: 'evidence.export.done',
    facts: {
      kind: 'customer',
      id: customerId,
      personalData: 'whole',
      manifestSha256: sha256Hex(text('manifest.json')),
      fileSha256: sha256Hex(zip),
    },
  });
});

it('leaves personal data out where that is asked, and keeps what a whole pack opens', async () => {
  const running = await directory.start();
  const { customerId } = await desk(running);
  const of = { kind: 'customer', id: customerId } as const;
  const whole = await packOf(running, of);
  const masked = await packOf(running, of, 'masked');
  for (const personal of ['ada@example.com', walletAddress]) {
    expect(all(whole.zip)).toContain(personal);
    expect(all(masked.zip)).not.toContain(personal);
  }
  expect(masked.text('records.jsonl')).toContain(customerId);
  const commitments = ({ lines }: typeof whole, name: string) =>
    lines(name).map(({ commitment }) => commitment);
  expect(commitments(masked, 'requests.jsonl')).toEqual(commitments(whole, 'requests.jsonl'));
  expect(masked.text('requests.jsonl')).not.toContain('opening');
});

it('is of an account, a payout, an event or a period', async () => {
  const running = await directory.start();
  const { accountId, payoutId } = await desk(running);
  const account = await packOf(running, { kind: 'virtualAccount', id: accountId });
  expect(account.counts).toMatchObject({ 'records.jsonl': 2, 'requests.jsonl': 1 });
  const payout = await packOf(running, { kind: 'payout', id: payoutId });
  expect(payout.counts['deliveries.jsonl']).toBe(account.counts['deliveries.jsonl']);
  const [line] = payout.lines('deliveries.jsonl');
  const event = await packOf(running, { kind: 'event', id: line.content.eventId });
  expect(event.counts).toMatchObject({ 'deliveries.jsonl': 1, 'requests.jsonl': 0 });
  const day = new Date().toISOString().slice(0, 10);
  const of = { kind: 'period', from: day, to: day, timeZone: 'UTC' } as const;
  const period = await packOf(running, of);
  expect(period.counts['requests.jsonl']).toBe(3);
  expect(period.counts['deliveries.jsonl']).toBeGreaterThan(3);
  // From the first entry of the day on, one after the other.
  const entries = period.lines('audit.jsonl');
  expect(entries.filter(({ path }) => path !== undefined)).toHaveLength(1);
  const none = await packOf(running, { ...of, from: '2020-01-01', to: '2020-01-31' });
  expect(new Set(Object.values(none.counts))).toEqual(new Set([0]));
});

it('holds nothing that was not known at the moment', async () => {
  const running = await directory.start();
  const { customerId } = await desk(running);
  const { rows } = await running.bridge.intents.list({});
  const knownAt = rows.find(({ operation }) => operation === 'createCustomer')?.settledAt ?? '';
  const of = { kind: 'customer', id: customerId } as const;
  const then = await packOf(running, of, 'whole', knownAt);
  expect(then.counts).toMatchObject({ 'records.jsonl': 1, 'requests.jsonl': 1 });
  expect(then.counts['deliveries.jsonl']).toBe(0);
});

it('holds what a clock ahead of this one observed, and can be made again as of that moment', async () => {
  let ahead = 3_600_000;
  const running = await directory.start({ clock: { now: () => Date.now() + ahead } });
  const { customerId, payoutId } = await desk(running);
  // Dated later than all that is known otherwise, and not verified.
  ahead *= 2;
  const { receiver, rows: hooks } = await running.bridge.webhooks.list();
  const path = hooks[0]?.slot?.path ?? '';
  const posted = fetch(`${receiver.origin}/hooks/${path}`, { method: 'POST', body: '{}' });
  expect((await posted).status).toBe(401);
  ahead = 0;
  const [from = '', to = ''] = [0, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const period = await packOf(running, { kind: 'period', from, to, timeZone: 'UTC' });
  const kinds = period.lines('deliveries.jsonl').map(({ content }) => content.verdicts.at(-1).kind);
  expect(kinds).toContain('missing');
  const of = { kind: 'customer', id: customerId } as const;
  const { lines, counts, text } = await packOf(running, of);
  const delivered = lines('deliveries.jsonl').map(({ content }) => content);
  expect(delivered.map(({ eventName }) => eventName)).toContain('payout.successful');
  const [payout] = lines('records.jsonl')
    .map(({ content }) => content)
    .slice(-1);
  expect(payout).toMatchObject({ kind: 'payout', id: payoutId, state: 'successful' });
  const { knownAt } = JSON.parse(text('manifest.json'));
  expect(Date.parse(knownAt)).toBeGreaterThan(Date.now());
  expect((await packOf(running, of, 'whole', knownAt)).counts['records.jsonl']).toBe(
    counts['records.jsonl'],
  );
  const one = await packOf(running, { kind: 'event', id: delivered.at(-1).eventId });
  expect(one.counts['deliveries.jsonl']).toBe(1);
  expect((await packOf(running, { kind: 'payout', id: payoutId })).counts).toMatchObject({
    'records.jsonl': 1,
  });
  const later = new Date(Date.parse(knownAt) + 1).toISOString();
  const { error } = await safe(
    running.bridge.evidence.make({ of, personalData: 'whole', knownAt: later }),
  );
  expect(error).toMatchObject({ code: 'INVALID' });
});

it('is refused for what is not known', async () => {
  const { bridge } = await directory.start();
  const unknown = [
    { kind: 'customer', id: 'customer_none' },
    { kind: 'payout', id: 'payout_none' },
    { kind: 'event', id: 'event_none' },
  ] as const;
  for (const of of unknown) {
    const { error } = await safe(bridge.evidence.make({ of, personalData: 'whole' }));
    expect(error).toMatchObject({ code: 'NOT_FOUND' });
  }
  const period = { kind: 'period', from: '2026-11-02', to: '2026-11-01', timeZone: 'UTC' } as const;
  const { error } = await safe(bridge.evidence.make({ of: period, personalData: 'whole' }));
  expect(error).toMatchObject({ code: 'INVALID' });
});
