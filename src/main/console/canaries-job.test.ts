/**
 * Secrets of this installation, and others, in every field of every answer and every delivery: nothing
 * that is kept, shown, logged or taken out holds one.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isContractProcedure } from '@orpc/contract';
import { ORPCError, safe } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { bridgeContract } from '../../bridge/contract.ts';
import { exampleIds, payloadExamples, responseExamples } from '../../contract/examples.ts';
import { sign } from '../../contract/signature.ts';
import { createLog } from '../core/foundation/log.ts';
import { createKnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import { createMemoryStore } from '../core/vault/secret-store.ts';
import { textOfCard } from '../features/handover/card.ts';
import { createComputer } from '../features/handover/testing/computer.ts';
import {
  databasesUnder,
  marksIn,
  marksInFiles,
  marksInTables,
  refusals,
  token,
  variantsOf,
  webhookSecret,
  words,
} from './testing/canaries.ts';
import {
  addProfile,
  addTunnel,
  createReviewed,
  createTestDirectory,
  newIntentKey,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { fileOf } from './testing/files.ts';
import { createAfterQuestions, refusingOrigin, until } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

const baseUrl = 'https://service.example.com';
let answer: { readonly status: number; readonly body: unknown };
/** How often the service was asked. */
let asked = 0;

const service: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (!url.startsWith(baseUrl)) return await fetch(input, init);
  asked += 1;
  const { status, body } = answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'x-request-id': words, 'retry-after': words, 'x-said': words };
  return new Response(text, { status, headers });
};

/** Everything that the bridge said, errors too. */
const said: string[] = [];
async function hear<Output>(call: Promise<Output>): Promise<Output | null> {
  const [error, output] = await safe(call);
  if (error !== null) {
    const { code, data } = error instanceof ORPCError ? error : { code: '', data: null };
    said.push(JSON.stringify([error.message, code, data]));
    return null;
  }
  said.push(JSON.stringify(output) ?? '');
  return output as Output;
}

async function type(
  running: TestConsole,
  purpose: Parameters<TestConsole['bridge']['vault']['openSecretEntry']>[0],
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  await submitDocument(running, (await running.bridge.vault.openSecretEntry(purpose)).path, typed);
}

/** A profile of a service elsewhere, and a webhook whose secret is known. */
async function openHosted(running: TestConsole) {
  const { bridge } = running;
  const input = { name: 'Hosted', environment: 'sandbox', baseUrl } as const;
  const { id: profileId } = await addProfile(running, input);
  await bridge.profiles.select({ id: profileId });
  await type(running, { purpose: 'token', profileId }, { token });
  const publicUrl = await refusingOrigin();
  const { id } = await addTunnel(running, { kind: 'own-url', name: 'Proxy', publicUrl });
  await bridge.tunnels.open({ id });
  const address = async () => {
    const { addresses } = await bridge.webhooks.prepare();
    return addresses.find(({ tunnelId }) => tunnelId === id)?.url ?? '';
  };
  const url = await address();
  const webhook = { webhookId: 'webhook_own', url, name: 'Desk' };
  await type(
    running,
    { purpose: 'webhook-secret', profileId, ...webhook },
    { secret: webhookSecret },
  );
  const { receiver } = await bridge.webhooks.list();
  return { profileId, address, deliverTo: `${receiver.origin}${new URL(url).pathname}` };
}
type Hosted = Awaited<ReturnType<typeof openHosted>>;

const wallet = (number: number) => `0x${'abcdef'.repeat(5)}${String(number).padStart(10, '0')}`;

/** Calls of every operation; each is another one, so that nothing stands in its way. */
const callsOf = (running: TestConsole, { profileId, address }: Hosted) => {
  const { bridge } = running;
  let number = 0;
  const { customer, bankAccount, event } = exampleIds;
  return {
    createCustomer: () => {
      number += 1;
      const input = { type: 'individual' as const, email: `ada${number}@example.com` };
      return bridge.customers.create({ profileId, intentKey: newIntentKey(), input });
    },
    createVirtualAccount: () => {
      number += 1;
      const currencies = { sourceCurrency: 'USD', destinationCurrency: 'USDC' } as const;
      const input = { customerId: customer, ...currencies, network: 'ethereum' } as const;
      return createReviewed(bridge, {
        profileId,
        input: { ...input, walletAddress: wallet(number) },
      });
    },
    getBankAccount: () =>
      bridge.bankAccounts.lookUp({ profileId, customerId: customer, bankAccountId: bankAccount }),
    createWebhook: async () => {
      number += 1;
      const events = ['payout.create' as const];
      const input = { name: `n${number}`, description: '', url: await address(), events };
      return await createAfterQuestions(bridge, { profileId, intentKey: newIntentKey(), input });
    },
    getEvent: () => bridge.timeline.lookUp({ profileId, eventId: event }),
  };
};

const operationNames = Object.keys(responseExamples) as (keyof typeof responseExamples)[];

/** Each operation is answered with every variant of its body, and refused in every form. */
async function ask(running: TestConsole, hosted: Hosted): Promise<void> {
  const calls = callsOf(running, hosted);
  for (const name of operationNames) {
    const before = asked;
    for (const body of variantsOf(responseExamples[name])) {
      answer = { status: 200, body };
      await hear<unknown>(calls[name]());
    }
    for (const [at, body] of refusals.entries()) {
      answer = { status: [400, 401, 403, 404, 409, 500][at] ?? 400, body };
      await hear<unknown>(calls[name]());
    }
    expect(asked - before, name).toBeGreaterThan(10);
  }
  for (const body of refusals) {
    answer = { status: 400, body };
    await hear(running.bridge.profiles.prove({ id: hosted.profileId }));
    await hear(running.bridge.connection.check());
  }
}

const resources = {
  wallet: payloadExamples.wallet,
  customer: responseExamples.createCustomer,
  virtualAccount: responseExamples.createVirtualAccount,
  bankAccount: responseExamples.getBankAccount,
} as const;

/** Deliveries that say the secrets in every field, in every form, in their headers, genuine or not. */
async function deliver({ deliverTo }: Hosted): Promise<number> {
  const { webhookRecords } = responseExamples.getEvent.data.event;
  const events = Object.entries(resources).flatMap(([kind, resource]) =>
    variantsOf({
      id: 'event_x',
      name: `${kind}.create`,
      data: { [kind]: resource },
      webhookRecords,
      mock: false,
      created: words,
      updated: '2026-01-31T12:00:00.000Z',
    }),
  );
  const bodies = events.map((event, at) =>
    'id' in event && event.id === 'event_x' ? { ...event, id: `event_d${at}` } : event,
  );
  const [first = {}, second = {}] = bodies;
  const others = [{ event: first }, { data: { event: second } }, words, [words]];
  const send = async (body: unknown, at: number) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const signature = at % 20 === 19 ? words : sign(bytes, webhookSecret);
    const headers = { signature, 'user-agent': words, 'x-said': words, [`x-${token}`]: words };
    await fetch(deliverTo, { method: 'POST', headers, body: bytes });
  };
  await Promise.all([...bodies, ...others].map(send));
  return bodies.length;
}

/** Names of what only reads. */
const reads =
  /(?:^|\.)(?:list|get|rows|count|histogram|facets|related|lifecycle|gaps|indexing|standing|progress|refreshState|targets|aside|about|answer|contradicted|text|check|prepare|rebuildProgress)$/;

type Procedure = (input?: unknown) => Promise<unknown>;

/** Whether a procedure takes the input, and knows each field of it. */
function isFor(schema: unknown, input: object | undefined): boolean {
  if (!(schema instanceof z.ZodType)) return input === undefined;
  const { data } = schema.safeParse(input);
  const fields = new Set(Object.keys(typeof data === 'object' && data !== null ? data : {}));
  return data !== undefined && Object.keys(input ?? {}).every((field) => fields.has(field));
}

/** Every procedure of the bridge that reads, for all that is known. */
async function readAll({ bridge }: TestConsole): Promise<number> {
  const page = { limit: 200 };
  const records = [
    ...(await bridge.customers.list(page)).rows,
    ...(await bridge.virtualAccounts.list(page)).rows,
    ...(await bridge.bankAccounts.list(page)).rows,
    ...(await bridge.webhooks.list()).rows,
  ].map(({ id }) => ({ id }));
  const events = (await bridge.timeline.list(page)).rows.map(({ eventId }) => ({ eventId }));
  const deliveries = (await bridge.deliveries.list(page)).rows.map(({ arrival }) => ({ arrival }));
  const intents = (await bridge.intents.list(page)).rows.map(({ key }) => ({ key }));
  const whole = deliveries.map((delivery) => ({ ...delivery, whole: true }));
  const inputs = [undefined, {}, page, ...records, ...events, ...deliveries, ...whole, ...intents];
  let answered = 0;
  const walk = async (contract: unknown, client: unknown, path: string): Promise<void> => {
    if (isContractProcedure(contract)) {
      if (!reads.test(path)) return;
      const { inputSchema } = contract['~orpc'];
      for (const input of inputs.filter((one) => isFor(inputSchema, one))) {
        if ((await hear((client as Procedure)(input))) !== null) answered += 1;
      }
      return;
    }
    for (const [name, inner] of Object.entries(contract as object)) {
      await walk(inner, (client as Record<string, unknown>)[name], `${path}.${name}`);
    }
  };
  await walk(bridgeContract, bridge, '');
  return answered;
}

/** Lists and events as files; sheets and results are in secrets-in-words-job.test.ts. */
async function takeOut(running: TestConsole, profileId: string): Promise<string[]> {
  const { bridge } = running;
  const { listExports, timeline } = bridge;
  const starts = [
    ...(['customers', 'virtual-accounts', 'bank-accounts'] as const).map(
      (list) => () => listExports.export({ listed: { list, query: {} }, format: 'csv' }),
    ),
    ...(['addresses', 'webhooks'] as const).map(
      (list) => () => listExports.export({ listed: { list }, format: 'csv' }),
    ),
    ...(['csv', 'jsonl', 'report'] as const).map(
      (format) => () => timeline.exports.start({ format }),
    ),
    // Stored as they are in the zip, so that its texts can be searched.
    ...(['whole', 'masked'] as const).map((personalData) => () => {
      const of = { kind: 'period', from: '2000-01-01', to: '2100-01-01', timeZone: 'UTC' } as const;
      return bridge.evidence.make({ of, personalData });
    }),
  ];
  const files: string[] = [];
  for (const start of starts) files.push(String(await fileOf(running, await start())));
  files.push(await handOver(running, profileId));
  return files;
}

/** What another computer reads of a hand-over file. */
async function handOver(running: TestConsole, profileId: string): Promise<string> {
  const other = createComputer();
  const what = { profileIds: [profileId], from: null, to: null };
  const { path } = await running.bridge.handover.save(what);
  const shown = await submitDocument(running, path, { card: textOfCard(other.card) });
  const asked = [...shown.matchAll(/name="word-(\d+)"/g)].map(([, place]) => Number(place));
  const typed = asked.map((place) => [`word-${place}`, other.words[place - 1] ?? ''] as const);
  const folder = mkdtempSync(join(tmpdir(), 'causeway-canaries-'));
  try {
    await submitDocument(running, path, { folder, ...Object.fromEntries(typed) });
    const text = other.textOf(join(folder, readdirSync(folder)[0] ?? ''));
    expect(text.split('\n').length).toBeGreaterThan(100);
    return text;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('in every field of every answer and delivery stand nowhere afterwards', async () => {
  const known = createKnownSecrets();
  const logged: string[] = [];
  const destination = { write: (line: string) => void logged.push(line) };
  const log = createLog({ level: 'debug', destination, known });
  const keychain = createMemoryStore();
  const options = { known, log, keychain, fetch: service, allowPrivateTunnels: true };
  const running = await directory.start(options);
  const hosted = await openHosted(running);
  await ask(running, hosted);
  const delivered = await deliver(hosted);
  await until(running.bridge, async () => {
    const { indexed, total, isRebuilding } = await running.bridge.timeline.indexing();
    return !isRebuilding && indexed >= delivered / 2 && indexed === total;
  });
  expect(await readAll(running)).toBeGreaterThan(500);
  const files = await takeOut(running, hosted.profileId);
  await running.console.dispose();

  expect([...new Set(said.flatMap((text) => marksIn(text)))]).toEqual([]);
  expect(marksIn(files.join('\n'))).toEqual([]);
  expect(marksIn(logged.join(''))).toEqual([]);
  expect(marksInFiles(directory.path)).toEqual([]);
  const names = [`data-key:${hosted.profileId}`, 'named:inbox-key'];
  const keys = await Promise.all(names.map(async (name) => (await keychain.get(name)) ?? ''));
  const databases = databasesUnder(
    directory.path,
    keys.map((key) => Buffer.from(key, 'hex')),
  );
  expect(databases.map(({ name }) => name).toSorted()).toEqual(
    expect.arrayContaining(['inbox.db', 'records.db', 'timeline.db']),
  );
  for (const { name, sqlite } of databases) {
    expect(marksInTables(sqlite), name).toEqual({});
    sqlite.close();
  }
}, 120_000);
