/** Sharing the service's token while the team's database stops responding, over a log in memory. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { TeamDatabaseAway } from '../../../team-log/errors.ts';
import { removeMember } from '../../../team-log/membership-changes.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { shareTokenDocument, takeBackTokenDocument } from '../../console/team/token-documents.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import { createDesk } from '../handover/testing/desks.ts';
import type { Connected } from './connected.ts';
import { takeToken } from './shared-token.ts';
import type { Team } from './team.ts';
import { type Claimant, openClaimant, stream } from './testing/claimant.ts';
import { logOn, type Stored, teamOfAll } from './testing/memory-log.ts';
import { createTokenSharing } from './token-sharing.ts';

let away: readonly (keyof TeamLog)[] = [];
let stored: Stored;
let keys: readonly [SigningKey, SigningKey];
let ada: Claimant;
let close: () => Promise<void>;
let documents: { share(): Promise<Confirmation>; takeBack(): Confirmation };
const recorded: string[] = [];

beforeEach(async () => {
  away = [];
  recorded.length = 0;
  keys = [signingKeyOf(randomBytes(32)), signingKeyOf(randomBytes(32))];
  const founded = teamOfAll(keys);
  stored = founded.stored;
  const [signing] = keys;
  const plain = logOn(stored, null);
  const answered = <Result>(what: keyof TeamLog, ask: () => Promise<Result>): Promise<Result> =>
    away.includes(what) ? Promise.reject(new TeamDatabaseAway('It is away.')) : ask();
  const log: TeamLog = {
    ...plain,
    append: (entries) => answered('append', () => plain.append(entries)),
    read: (of, after, limit) => answered('read', () => plain.read(of, after, limit)),
  };
  const desk = createDesk(1, () => Date.parse('2026-11-20'), profileMigrations);
  const { sqlite } = desk;
  ada = openClaimant(desk, {
    signing,
    team: founded.team,
    log,
    takeOther: (entry, content) => takeToken(sqlite, entry, content),
  });
  close = async () => {
    await ada.exchange.close();
    sqlite.close();
  };
  await ada.exchange.now();
  const open = { ...ada.exchange, nameOf: () => null } as unknown as Connected;
  const profile = {
    id: 'profile_1',
    name: 'Hosted',
    baseUrl: 'https://service.example.com',
    environment: 'production' as const,
  };
  const sharing = createTokenSharing({
    sqlite,
    profile,
    stream: () => stream,
    signing: () => signing,
    connected: () => open,
    requireConnected: () => open,
    requireOwner: () => open,
    tokens: { read: async () => 'token_1', keep: async () => '' },
    record: (action) => void recorded.push(action),
    random: systemRandom,
    onChange: () => undefined,
  });
  const team = () => ({ ...sharing, profile }) as unknown as Team;
  documents = {
    share: () => shareTokenDocument(team),
    takeBack: () => takeBackTokenDocument(team),
  };
});
afterEach(() => close());

const act = async ({ act: press }: Confirmation) =>
  JSON.stringify(await press(new URLSearchParams({ replaced: 'no' })));
const shared = () => stored.filter(({ kind }) => kind === 'token').length;

it('says that a token goes later where the database stops responding, and is then in the log once', async () => {
  const document = await documents.share();
  away = ['append'];
  expect(await act(document)).toMatch(/Token shared.* is sent when the database responds/);
  expect(shared()).toBe(0);
  expect(await act(documents.takeBack()).catch(String)).toContain('It is away');
  away = [];
  await ada.exchange.now();
  expect(shared()).toBe(1);
  expect(await act(documents.takeBack())).not.toContain('when the database responds');
  expect(recorded).toEqual(['token-shared', 'token-taken-back']);
});

it('stores nothing to share later where the database does not respond at all', async () => {
  const document = await documents.share();
  away = ['read', 'append'];
  await expect(act(document)).rejects.toThrow('It is away');
  away = [];
  await ada.exchange.now();
  expect([shared(), recorded]).toEqual([0, []]);
});

it('seals it to nobody who was removed while the window was open', async () => {
  const document = await documents.share();
  const { change } = ada.exchange;
  await change((now) => removeMember(now, keys[1].publicKey, {}, systemRandom));
  await expect(act(document)).rejects.toThrow('changed meanwhile');
  expect(shared()).toBe(0);
});
