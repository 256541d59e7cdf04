/** One webhook for a team: two consoles, a relay as a process, and a real PostgreSQL between them. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sign } from '../../../contract/signature.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { type RelayProcess, startRelayProcess } from '../../../relay/testing/relay-process.ts';
import { createSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { startPostgres } from '../../../team-log/testing/postgres.ts';
import { documentAt, newIntentKey, submitDocument } from '../testing/console.ts';
import {
  admit,
  type Desk,
  giveToken,
  invite,
  join as joinTeam,
  newDesk,
  problemIn,
  team,
  teamOf,
  teamSuite,
  until,
  untilState,
} from './testing/team.ts';

const publicUrl = 'https://hooks.example.com';

const suite = teamSuite(() => startPostgres());

let hosted: Sandbox;
let folder: string;
let relay: RelayProcess | null;
beforeEach(async () => {
  relay = null;
  folder = testFolder();
  hosted = createSandbox();
  await hosted.listen();
});
afterEach(async () => {
  relay?.signal('SIGKILL');
  await relay?.ended;
  await hosted.close();
});

/** The service, and the company's TLS proxy in front of the relay. */
const network: typeof fetch = (input, init) => {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : String(input));
  const to = origin === publicUrl ? `http://127.0.0.1:${relay?.port}` : hosted.baseUrl;
  return fetch(`${to}${pathname}`, init);
};

const openDesk = async (): Promise<Desk> => {
  const desk = await newDesk(suite.directories, { fetch: network, allowPrivateTunnels: true });
  return await giveToken(desk, hosted.token);
};

async function admitRelay(owner: Desk, { card }: RelayProcess): Promise<string> {
  const { path } = await owner.bridge.team.admitRelay({ profileId: owner.profileId });
  await submitDocument(owner, path, { card, url: publicUrl });
  return await submitDocument(owner, path);
}

/** A webhook at the relay's URL, as a person who confirms it. */
async function createWebhook({ bridge, profileId, ...desk }: Desk): Promise<string> {
  const { addresses } = await bridge.webhooks.prepare();
  const offered = addresses.find(({ kind }) => kind === 'team-relay');
  expect(offered).toMatchObject({ state: 'proven', lasts: true });
  const url = offered?.url ?? '';
  const { webhook, path } = await bridge.webhooks.create({
    profileId,
    intentKey: newIntentKey(),
    confirmed: [],
    input: { name: 'Team', url, events: ['customer.create'] },
  });
  expect(webhook).toBeNull();
  expect(documentAt(desk, path)).toContain('to its relays');
  expect(await submitDocument(desk, path)).toContain('The webhook was created.');
  return url;
}

const secretOf = async ({ bridge, ...desk }: Desk, id: string): Promise<string> => {
  const { path } = await bridge.webhooks.revealSecret({ id });
  return /secret_\w+/.exec(await submitDocument(desk, path))?.[0] ?? '';
};

async function deliver(url: string, id: string, secret: string): Promise<number> {
  const body = JSON.stringify({
    id,
    name: 'customer.create',
    webhookRecords: [],
    mock: false,
    data: { customer: { id: `customer_${id}`, type: 'individual', verificationProfiles: [] } },
    created: '2026-11-20T11:00:00.000Z',
    updated: '2026-11-20T11:00:00.000Z',
  });
  const headers = { signature: sign(new TextEncoder().encode(body), secret) };
  return (await network(url, { method: 'POST', headers, body })).status;
}

const genuine = async ({ bridge }: Desk): Promise<number> =>
  (await bridge.deliveries.list({})).rows.filter(({ keeping }) => keeping === 'kept').length;

it('is created by one, received by the relay, and verified on every computer', async () => {
  const ada = await openDesk();
  const bob = await openDesk();
  const eve = await openDesk();
  await team(suite.server, suite.database, [ada, bob]);
  await joinTeam(eve, await invite(ada), suite.database);
  await admit(ada, eve, 'approver');
  await untilState(eve, 'on');
  relay = await startRelayProcess({
    team: (await teamOf(ada)).id,
    url: suite.database.relay,
    key: join(folder, 'key'),
  });
  const admitted = await admitRelay(ada, relay);
  expect(problemIn(admitted)).toBe('');
  await relay.said('admitted; deliveries are taken');

  const seen = await until(async () =>
    (await teamOf(ada)).members.find(({ role, seenAt }) => role === 'relay' && seenAt !== null),
  );
  expect(seen).toMatchObject({ name: 'test', url: publicUrl, behind: null });

  const url = await createWebhook(ada);
  const idOn = async ({ bridge }: Desk) => (await bridge.webhooks.list()).rows[0]?.id;
  const id = await until(() => idOn(ada));
  // Bob's computer has the path and the secret, and says that it comes by the team's relay.
  const ofBob = await until(async () => {
    const [row] = (await bob.bridge.webhooks.list()).rows;
    return row?.secret === 'held' && row.wayIn.kind === 'team-relay' ? row : null;
  });
  expect(ofBob).toMatchObject({ id, url });

  const secret = await secretOf(ada, id);
  expect(await secretOf(bob, id)).toBe(secret);
  // At the door, once the relay has been given the secret.
  await until(async () => (await deliver(url, 'event_forged', 'another')) === 401);
  const before = await genuine(ada);
  for (const each of ['event_1', 'event_2', 'event_2']) {
    expect(await deliver(url, each, secret)).toBe(200);
  }
  for (const desk of [ada, bob, eve]) {
    await until(async () => (await genuine(desk)) === before + 2);
    await until(async () => (await desk.bridge.timeline.list({})).rows.length === 2);
    await until(async () => (await desk.bridge.customers.list({})).total === 2);
  }
  // Who only approves has no secret, and is told who verified it.
  const [ofEve] = (await eve.bridge.webhooks.list()).rows;
  expect(ofEve?.secret).toBe('with-team');
  const { rows } = await eve.bridge.deliveries.list({});
  const [shown] = rows.filter(({ keeping }) => keeping === 'kept');
  expect(shown?.verdict).toMatchObject({ kind: 'genuine', judgedBy: expect.any(String) });
}, 60_000);
