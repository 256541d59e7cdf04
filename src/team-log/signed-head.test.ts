/** A real PostgreSQL, in which anybody with a login writes under an author's key. */
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemRandom as random, randomHex } from '../platform/random.ts';
import { createChain } from './chain.ts';
import { headOfEntry, type SignedEntry, type TeamSigning } from './entry.ts';
import { OwnPlaceTaken } from './errors.ts';
import { createJudge } from './judge.ts';
import { currentEpoch } from './membership.ts';
import { createMemoryStore } from './memory-store.ts';
import { openTeamLog, type TeamLog } from './team-log.ts';
import { insertAsItIs, type PostgresServer, startPostgres } from './testing/postgres.ts';
import { at, createTeam, randomStream } from './testing/team.ts';

const made = createTeam();
const relay = made.add('relay');
const epoch = currentEpoch(made.membership());

let server: PostgresServer;
let log: TeamLog;
let own: postgres.Sql;
let others: postgres.Sql;
let stream: string;
/** Of the relay, in its stream. */
let entries: readonly SignedEntry[];

const login = async (url: string, name: string): Promise<postgres.Sql> => {
  await server.run(`CREATE ROLE ${name} LOGIN PASSWORD 'pass word' IN ROLE causeway_relay`);
  return postgres(url.replace(/\/\/[^:]*:/, `//${name}:`), { max: 1, onnotice: () => undefined });
};

beforeAll(async () => {
  server = await startPostgres();
  const { relay: url } = await server.createTeamDatabase();
  log = openTeamLog({ url, team: made.team });
  own = postgres(url, { max: 1, onnotice: () => undefined });
  others = await login(url, 'others');
});
afterAll(async () => {
  await Promise.all([log.close(), own.end(), others.end()]);
  await server.stop();
});
beforeEach(async () => {
  stream = randomStream();
  entries = chainOf(relay, 3);
  await log.append(entries);
});

function chainOf(signing: Pick<TeamSigning, 'publicKey' | 'sign'>, count: number) {
  const chain = createChain({ signing, team: made.team, stream, head: null, random });
  return Array.from({ length: count }, () =>
    chain.next({ kind: 'deliveries', epoch, at, content: random.bytes(10) }),
  );
}
/** Under the relay's key. */
const forged = (sequence: number): SignedEntry => ({
  ...(entries[0] as SignedEntry),
  sequence,
  previous: randomHex(random, 32),
});
const head = () => headOfEntry(entries.at(-1) as SignedEntry);

it('of an author is the last entry that it signed, whatever others put above it', async () => {
  for (const sequence of [2, 4, 7, 999_999]) await insertAsItIs(others, forged(sequence));
  expect(await log.headsOf(stream)).toEqual({ [relay.publicKey]: head() });
  const found = await log.ownHead(stream, relay.publicKey);
  expect(found).toEqual({ head: head(), passed: new Map([['others', 3]]) });
  expect(await log.ownHead(stream, made.owner.publicKey)).toEqual({
    head: null,
    passed: new Map(),
  });

  // Nor does it hide what the database lost.
  const judge = createJudge(made.team, createMemoryStore());
  for (const entry of made.entries) judge.judge(entry, made.own);
  const more = chainOf(relay, 5);
  for (const entry of more) judge.judge(entry, stream);
  const { problems } = judge.compare(stream, await log.headsOf(stream));
  expect(problems).toMatchObject([{ kind: 'rolled back', author: relay.publicKey, sequence: 4 }]);
});

it('is found below any number of them', async () => {
  await others`INSERT INTO causeway.entries
    (team, stream, author, sequence, kind, epoch, previous, at, payload, signature, bytes)
    SELECT team, stream, author, number, kind, epoch, previous, at, payload, signature, bytes
    FROM causeway.entries, generate_series(2, 5000) AS number
    WHERE stream = ${Buffer.from(stream, 'hex')} AND sequence = 1`;
  expect(await log.ownHead(stream, relay.publicKey)).toMatchObject({ head: head() });
  await insertAsItIs(own, forged(9));
  expect(await log.ownHead(stream, relay.publicKey)).toMatchObject({ head: head() });
});

it('is refused where nothing could be added behind it that a computer takes', async () => {
  const refused = () => expect(log.ownHead(stream, relay.publicKey)).rejects;
  await insertAsItIs(own, forged(4));
  await refused().toThrow(OwnPlaceTaken);
  await refused().toThrow(/in the place of its next entry. Entry 4, by the login relay_/);

  // By a login of before, under which others write now.
  stream = randomStream();
  entries = chainOf(relay, 2);
  const [first, second] = entries as [SignedEntry, SignedEntry];
  await log.append([first]);
  await insertAsItIs(others, second);
  for (let sequence = 3; sequence < 103; sequence += 1) {
    await insertAsItIs(others, forged(sequence));
  }
  await refused().toThrow(/more was written under its key .* Entry 2, by the login others/);

  stream = randomStream();
  entries = chainOf(relay, 2);
  await log.append([entries[0] as SignedEntry]);
  await insertAsItIs(others, { ...(entries[1] as SignedEntry), bytes: Buffer.from('other') });
  await refused().toThrow(/is not whole in the team’s database. Entry 2/);

  // What an earlier version left out: nobody takes what comes after it.
  for (const without of [1, 3]) {
    stream = randomStream();
    entries = chainOf(relay, 5);
    await log.append(entries.filter(({ sequence }) => sequence !== without));
    await refused().toThrow(/are missing in the team’s database, so no computer takes/);
    await refused().toThrow(new RegExp(`Entry ${without + 1}, by the login relay_`));
  }
  // However long it is: many are looked through at once.
  for (const sequence of [100_001, 100_002, 300_002]) {
    stream = randomStream();
    const before = { sequence: sequence - 1, hash: randomHex(random, 32) };
    const chain = createChain({ signing: relay, team: made.team, stream, head: before, random });
    const last = chain.next({ kind: 'deliveries', epoch, at, content: random.bytes(10) });
    await log.append([...chainOf(relay, 1), last]);
    await refused().toThrow(new RegExp(`are missing .* Entry ${sequence}, by the login relay_`));
  }
});
