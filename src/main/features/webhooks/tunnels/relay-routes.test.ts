import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { answerCheck, relayCheckHeader } from '../../../../team-log/relay-check.ts';
import { createSigner } from '../../../../team-log/testing/team.ts';
import type { WatchedWebhook } from '../register/types.ts';
import { createRelayRoutes, type RelayRoutes } from './relay-routes.ts';

const team = 'a'.repeat(64);
const path = '0123456789abcdef0123456789abcdef';
const url = 'https://hooks.example.com';
const relay = createSigner();
const stranger = createSigner();

/** Who answers, and the statuses before that. */
let by = relay;
let before: number[];
let announced: string[];
let asked: string[];
let announce: (path: string) => Promise<void>;
let members: { signing: string; url: string }[];
let watched: WatchedWebhook[];
let routes: RelayRoutes;

const answering = ((target: string, { headers }: { headers: Record<string, string> }) => {
  asked.push(target);
  const nonce = headers['causeway-proof'] ?? '';
  const refused = before.shift();
  const answer = answerCheck(by, { team, path: target.slice(-32), nonce });
  return Promise.resolve(
    refused === undefined
      ? new Response(null, { status: 204, headers: { [relayCheckHeader]: answer } })
      : new Response(null, { status: refused }),
  );
}) as unknown as typeof globalThis.fetch;

const start = (): RelayRoutes =>
  createRelayRoutes(
    { team, list: () => members, announce: (one) => announce(one) },
    {
      fetch: answering,
      clock: systemClock,
      random: systemRandom,
      rules: { allowPrivate: true },
      watched: () => watched,
      onChange: () => undefined,
    },
  );

beforeEach(() => {
  by = relay;
  before = [];
  asked = [];
  announced = [];
  watched = [];
  members = [{ signing: relay.publicKey, url }];
  announce = (one) => {
    announced.push(one);
    return Promise.resolve();
  };
  routes = start();
});
afterEach(() => routes.close());

const tunnelId = `team-relay:${url}`;

it('is one way in, however many relays stand behind the URL', () => {
  members = [
    ...members,
    { signing: stranger.publicKey, url: `${url}/` },
    { signing: 'x', url: '?' },
  ];
  expect(routes.list()).toMatchObject([
    { tunnelId, publicOrigin: url, state: 'proving', lasts: true },
  ]);
});

it('is proved by the relay’s signature, once the relay has read the path', async () => {
  before = [404, 404];
  const proved = await routes.prove(tunnelId, path);
  expect(announced).toEqual([path]);
  expect(asked).toEqual([1, 2, 3].map(() => `${url}/hooks/${path}`));
  expect(proved.state).toBe('proven');
  expect(routes.list()[0]?.paths.get(path)?.state).toBe('proven');
});

it('is not proved by what answers without being a relay of the team', async () => {
  by = stranger;
  watched = [{ path, origin: url, name: null }];
  routes.close();
  routes = start();
  await expect.poll(() => routes.list()[0]?.state).toBe('failed');
  expect(routes.list()[0]?.sentence).toContain('does not lead to Causeway');
});

it('says why a path could not be named to the relay', async () => {
  announce = () => Promise.reject(new Error('The database is away.'));
  const proved = await routes.prove(tunnelId, path);
  expect(proved).toMatchObject({ state: 'failed' });
  expect(proved.sentence).toContain('The database is away.');
  expect(asked).toEqual([]);
});
