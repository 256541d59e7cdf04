import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import papa from 'papaparse';
import { WebSocket as NodeSocket } from 'ws';
import { z } from 'zod';
import type { BulkDraft } from '../../../src/bridge/bulk.ts';
import type { Bridge } from '../../../src/bridge/contract.ts';
import {
  browserHostPaths,
  callTokenHeader,
  profileHeader,
  socketProtocol,
} from '../../../src/bridge/transport.ts';
import type { CreateCustomerInput } from '../../../src/contract/customer.ts';
import { eventNames } from '../../../src/contract/event-names.ts';
import { otherKinds } from '../../../src/contract/other-kinds.ts';
import { formKeyField, readingMs } from '../../../src/main/console/secret-page.ts';
import { askOrigin, loopbackLookup } from '../../../src/main/hosts/browser/testing/ask-origin.ts';
import type { HostedService } from './hosted-service.ts';
import type { ProfileEntry } from './pages/settings.ts';

/** Calls at one time. */
const together = 50;
/** From here on a file is many times faster: its rows share room and commits, single creates do not. */
const worthAFile = 100;

/** Creates customers over the bridge as a page of its own would, `link` being a fresh one. */
export async function seedCustomers(
  link: string,
  customers: readonly CreateCustomerInput[],
): Promise<void> {
  const { bridge, close } = await openBridge(link);
  const { profileId } = await bridge.connection.get();
  if (customers.length >= worthAFile) {
    await runFile(bridge, customers);
  } else {
    await Promise.all(
      customers.map((input) =>
        bridge.customers.create({ profileId, intentKey: randomBytes(16).toString('hex'), input }),
      ),
    );
  }
  close();
}

/** Type, email and name of each, as a bulk run from its file to its end. */
async function runFile(bridge: Bridge, customers: readonly CreateCustomerInput[]): Promise<void> {
  const rows = customers.map(({ type, email = '', ...more }) => {
    const { firstName = '', lastName = '' } =
      ('personalInformation' in more ? more.personalInformation : undefined) ?? {};
    return [type, email, firstName, lastName];
  });
  const fields = ['type', 'email', 'personalInformation.firstName', 'personalInformation.lastName'];
  const text = papa.unparse({ fields, data: rows });
  const run = await runDraft(bridge, await uploadFile(bridge, 'seed.csv', text));
  if (run.counts.created !== customers.length) throw new Error(`Created: ${run.counts.created}.`);
}

/** A file of customers, brought and checked: a draft of a bulk run. */
export async function uploadFile(bridge: Bridge, fileName: string, text: string) {
  const { profileId } = await bridge.connection.get();
  const file = Buffer.from(text);
  const { uploadId } = await bridge.bulk.upload.begin({
    kind: 'customer',
    fileName,
    bytes: file.length,
    profileId,
  });
  await bridge.bulk.upload.append({ uploadId, offset: 0, base64: file.toString('base64') });
  const { id } = await bridge.bulk.upload.finish({ uploadId });
  return await until(
    () => bridge.bulk.drafts.get({ id }),
    ({ status }) => status === 'ready' || status === 'unreadable',
  );
}

/** Creates all of a draft, and waits for the end of the run. */
export async function runDraft(bridge: Bridge, draft: BulkDraft) {
  const { profileId } = await bridge.connection.get();
  const { id } = await bridge.bulk.drafts.start({
    id: draft.id,
    profileId,
    knownAt: null,
    confirmations: draft.confirmations.map(({ kind, count }) => ({ kind, count })),
    digest: draft.digest,
  });
  return await until(
    () => bridge.bulk.runs.get({ id }),
    ({ state }) => state !== 'running',
  );
}

async function until<T>(look: () => Promise<T>, isEnough: (value: T) => boolean): Promise<T> {
  const value = await look();
  if (isEnough(value)) return value;
  await setTimeout(100);
  return await until(look, isEnough);
}

/** EIP-55, so that nobody has to confirm it. */
function checksummed(hex: string): string {
  const digest = bytesToHex(keccak_256(utf8ToBytes(hex)));
  const letters = Array.from(hex, (letter, at) =>
    Number.parseInt(digest[at] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return `0x${letters.join('')}`;
}

/** As seedCustomers, each with one virtual account. Resolves to the ids of these. */
export async function seedVirtualAccounts(
  link: string,
  names: readonly (readonly [firstName: string, lastName: string])[],
): Promise<string[]> {
  const { bridge, close } = await openBridge(link);
  const { profileId } = await bridge.connection.get();
  const newKey = () => randomBytes(16).toString('hex');
  const ids: string[] = [];
  for (const [at, [firstName, lastName]] of names.entries()) {
    const customer = await bridge.customers.create({
      profileId,
      intentKey: newKey(),
      input: { type: 'individual', personalInformation: { firstName, lastName } },
    });
    const walletAddress = checksummed(randomBytes(20).toString('hex'));
    const account = await bridge.virtualAccounts.create({
      profileId,
      intentKey: newKey(),
      input: {
        customerId: customer.id,
        sourceCurrency: at % 2 === 0 ? 'USD' : 'EUR',
        destinationCurrency: 'USDC',
        network: 'ethereum',
        walletAddress,
      },
      reviewedAddress: walletAddress,
    });
    ids.push(account.id);
  }
  close();
  return ids;
}

/** Looks bank accounts of the service up, as a page of its own would, `link` being a fresh one. */
export async function seedBankAccounts(
  link: string,
  pairs: readonly { readonly customerId: string; readonly bankAccountId: string }[],
): Promise<void> {
  const { bridge, close } = await openBridge(link);
  const { profileId } = await bridge.connection.get();
  for (let first = 0; first < pairs.length; first += together) {
    const some = pairs.slice(first, first + together);
    await Promise.all(some.map((pair) => bridge.bankAccounts.lookUp({ profileId, ...pair })));
  }
  close();
}

/** A webhook that the built-in sandbox delivers every event to, `link` being a fresh one. */
export async function seedWebhook(link: string): Promise<void> {
  const { bridge, close } = await openBridge(link);
  const tunnel = await bridge.tunnels.open({ id: 'sandbox' });
  if (tunnel.state !== 'proven') throw new Error(`Not proven: ${tunnel.sentence}`);
  const [address] = (await bridge.webhooks.prepare()).addresses;
  if (address === undefined) throw new Error('No address is offered.');
  await bridge.webhooks.create({
    profileId: 'built-in',
    intentKey: randomBytes(16).toString('hex'),
    input: { name: 'Treasury', description: 'for a test', url: address.url, events: eventNames },
  });
  close();
}

/** A profile with its token, proven and in use, as a person would add it, `link` being a fresh one. */
export async function seedProfile(
  link: string,
  { name, environment, baseUrl, token }: ProfileEntry,
): Promise<void> {
  const { bridge, close, cookie, origin } = await openBridge(link);
  const { path } = await bridge.profiles.add({
    name,
    baseUrl,
    environment: environment === 'Production' ? 'production' : 'sandbox',
  });
  const url = `${origin}${path}`;
  const { body: asked } = await askOrigin(url, { headers: { cookie } });
  const formKey = new RegExp(` name="${formKeyField}" value="([^"]+)"`).exec(asked)?.[1] ?? '';
  // What is confirmed at once has not been read.
  await setTimeout(readingMs);
  const answer = await askOrigin(url, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ [formKeyField]: formKey, token }).toString(),
  });
  const added = (await bridge.profiles.list()).find((profile) => profile.name === name);
  if (added === undefined) throw new Error(`Not added: ${answer.body}`);
  await bridge.profiles.prove({ id: added.id });
  await bridge.profiles.select({ id: added.id });
  close();
}

interface OpenBridge {
  readonly bridge: Bridge;
  close(): void;
  readonly origin: string;
  /** Of its session. */
  readonly cookie: string;
}

/** The bridge as a page of its own has it, for the profile that is open now, `link` being a fresh one. */
export async function openBridge(link: string): Promise<OpenBridge> {
  const { origin, hash } = new URL(link);
  const code = new URLSearchParams(hash.slice(1)).get('code');
  const answer = await askOrigin(`${origin}${browserHostPaths.exchange}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code }),
  });
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(answer.body));
  const [set = ''] = answer.headers['set-cookie'] ?? [];
  const [cookie = ''] = set.split(';');
  const socket = new NodeSocket(
    `${origin.replace('http', 'ws')}${browserHostPaths.socket}`,
    [socketProtocol, `${socketProtocol}.${token}`],
    { origin, headers: { cookie }, lookup: loopbackLookup },
  );
  await new Promise((done, fail) => socket.once('open', done).once('error', fail));
  // The same as a page's, as far as the link uses it; only the types differ.
  const websocket = socket as unknown as WebSocket;
  let profileId = '';
  const headers = () => ({ [callTokenHeader]: token, [profileHeader]: profileId });
  const bridge: Bridge = createORPCClient(new RPCLink({ websocket, headers }));
  profileId = (await bridge.connection.get()).profileId;
  return { bridge, close: () => socket.close(), origin, cookie };
}

/** Events of a wallet, an address and a payment link: `wallet_one1` and so on. */
export async function seedOtherRecords(service: HostedService, name: string): Promise<void> {
  for (const kind of otherKinds) {
    const data = { [kind]: { id: `${kind}_one1`, name, note: name } };
    await service.control('POST', '/events', { name: `${kind}.create`, data });
  }
}
