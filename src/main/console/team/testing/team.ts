/** For tests: consoles of a team over a real PostgreSQL, as people at them work. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { ApprovalPolicy } from '../../../../bridge/approvals.ts';
import { responseExamples } from '../../../../contract/examples.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { readAddress } from '../../../../team-log/address.ts';
import type { PostgresServer, TeamDatabase } from '../../../../team-log/testing/postgres.ts';
import type { ConsoleOptions } from '../../console.ts';
import {
  addProfile,
  createTestDirectory,
  documentAt,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from '../../testing/console.ts';

export const baseUrl = 'https://service.example.com';
/** A service that answers nothing. */
const service: typeof fetch = async () =>
  new Response(JSON.stringify(responseExamples.createCustomer), { status: 404 });

export interface Desk extends TestConsole {
  readonly profileId: string;
  readonly directory: TestDirectory;
}

export async function startDesk(
  directory: TestDirectory,
  options: Partial<ConsoleOptions> = {},
): Promise<Desk> {
  const started = await directory.start({ fetch: service, ...options });
  const known = await started.bridge.profiles.list();
  const found = known.find((one) => one.baseUrl === baseUrl);
  const { id } =
    found ?? (await addProfile(started, { name: 'Hosted', environment: 'sandbox', baseUrl }));
  await started.bridge.profiles.select({ id });
  await started.bridge.connection.get();
  return { ...started, profileId: id, directory };
}

/**
 * The PostgreSQL of a file of tests, and for each test a database for a team and the folders of its desks. That the
 * file itself calls startPostgres puts it into the suite that needs one.
 */
export function teamSuite(start: () => Promise<PostgresServer>) {
  let server: PostgresServer;
  let database: TeamDatabase;
  const directories: TestDirectory[] = [];
  beforeAll(async () => {
    server = await start();
  }, 120_000);
  afterAll(() => server.stop());
  beforeEach(async () => {
    database = await server.createTeamDatabase();
  });
  afterEach(async () => {
    for (const directory of directories.splice(0)) await directory.remove();
  });
  return {
    directories,
    get server() {
      return server;
    },
    get database() {
      return database;
    },
  };
}

/** Gives the desk a token of the service. */
export async function giveToken(desk: Desk, token = 'token_of_the_tests_1234'): Promise<Desk> {
  const purpose = { purpose: 'token', profileId: desk.profileId } as const;
  const { path } = await desk.bridge.vault.openSecretEntry(purpose);
  await submitDocument(desk, path, { token });
  return desk;
}

export const newDesk = async (directories: TestDirectory[], options = {}): Promise<Desk> => {
  const directory = createTestDirectory();
  directories.push(directory);
  return await startDesk(directory, options);
};

export const teamOf = async ({ bridge }: Desk) => {
  const { team } = await bridge.team.get();
  if (team === null) throw new Error('It is in no team.');
  return team;
};

/** User and password as a person types them. */
export const accessOf = (url: string) => {
  const { user, password } = readAddress(url);
  return { user, password: password ?? '' };
};
export const databaseUrl = ({ name }: TeamDatabase, { port }: PostgresServer): string =>
  `postgres://127.0.0.1:${port}/${name}`;

export async function found(desk: Desk, database: TeamDatabase, server: PostgresServer, more = {}) {
  const { path } = await desk.bridge.team.found({ profileId: desk.profileId });
  const typed = { database: databaseUrl(database, server), ...accessOf(database.desk), ...more };
  return await submitDocument(desk, path, typed);
}

export async function invite(desk: Desk): Promise<string> {
  const { path } = await desk.bridge.team.invite({ profileId: desk.profileId });
  const shown = await submitDocument(desk, path);
  return /(causeway-invitation-1[\w.-]+)<\/textarea>/.exec(shown)?.[1] ?? shown;
}

/** Gives what each of the two pages says. */
export async function join(desk: Desk, invitation: string, database: TeamDatabase, more = {}) {
  const { path } = await desk.bridge.team.join({ profileId: desk.profileId });
  const shown = await submitDocument(desk, path, { invitation });
  if (!shown.includes('Ask to join this team?')) return [shown, ''] as const;
  return [
    shown,
    await submitDocument(desk, path, { ...accessOf(database.desk), ...more }),
  ] as const;
}

/** A hand-over file for another desk, opened there: what it shows, and how to merge it. */
export async function handOver(from: Desk, to: Desk, { path: folder }: TestDirectory) {
  const [sender, receiver] = await Promise.all(
    [from, to].map(async ({ bridge }) => (await bridge.handover.get()).own),
  );
  const { path } = await from.bridge.handover.save({
    profileIds: [from.profileId],
    from: null,
    to: null,
  });
  const card = receiver?.card ?? '';
  const asked = await submitDocument(from, path, { computer: 'another', card });
  const typed = wordsAsked(asked, receiver?.words ?? []);
  const saved = await submitDocument(from, path, { folder, ...typed });
  const file = /(\/[^\s<]+\.handover)/.exec(saved)?.[1];
  if (file === undefined) throw new Error(problemIn(saved));
  const opening = await to.bridge.handover.open();
  const shown = await submitDocument(to, opening.path, { file });
  return {
    shown,
    merge: () => submitDocument(to, opening.path, wordsAsked(shown, sender?.words ?? [])),
  };
}

/** The words that a document leaves out, as this computer shows them. */
export const wordsAsked = (html: string, words: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/name="word-(\d+)"/g)].map(([, place = '']) => [
      `word-${place}`,
      words[Number(place) - 1] ?? '',
    ]),
  );

export async function until<Result>(
  what: () => Promise<Result | false | null | undefined>,
  withinMs = 15_000,
): Promise<Result> {
  const end = systemClock.now() + withinMs;
  for (;;) {
    const found = await what();
    if (found !== false && found !== null && found !== undefined) return found;
    if (systemClock.now() > end) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export const untilState = (desk: Desk, state: string) =>
  until(async () => (await teamOf(desk)).state === state);

/** Admits who asks. */
export async function admit(
  owner: Desk,
  other: Desk,
  role = 'operator',
  words?: readonly string[],
  /** Fields; the person is a new one unless it is said here. */
  more: Readonly<Record<string, string>> = {},
) {
  const { id } = await until(async () => (await teamOf(owner)).requests[0]);
  const { path } = await owner.bridge.team.admit({ profileId: owner.profileId, id });
  const shown = documentAt(owner, path);
  const typed = wordsAsked(shown, words ?? (await teamOf(other)).own.words);
  return await submitDocument(owner, path, { ...typed, role, person: 'new', ...more });
}

/** What a document says that it did not do. */
export const problemIn = (html: string): string =>
  /class="problem"[^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? '';

/** A team of so many, all connected. */
export async function team(
  server: PostgresServer,
  database: TeamDatabase,
  desks: readonly Desk[],
  role = 'operator',
): Promise<void> {
  const [owner, ...others] = desks;
  if (owner === undefined) return;
  const founded = await found(owner, database, server);
  if (!founded.includes('Team created')) throw new Error(problemIn(founded));
  for (const other of others) {
    await join(other, await invite(owner), database);
    const admitted = await admit(owner, other, role);
    if (!admitted.includes('Computer admitted')) throw new Error(problemIn(admitted));
    await untilState(other, 'on');
    // The one of before is not taken for the next.
    await until(async () => (await teamOf(owner)).requests.length === 0);
  }
}

/** Until all of them know it. */
export async function setPolicy(owner: Desk, policy: ApprovalPolicy, others: readonly Desk[]) {
  const { bridge, profileId } = owner;
  const { path } = await bridge.approvals.setPolicy({ profileId, policy });
  expect(documentAt(owner, path)).toContain('Policy now');
  expect(await submitDocument(owner, path)).toContain('Policy set');
  for (const other of [owner, ...others]) {
    await expect
      .poll(async () => (await other.bridge.approvals.status())?.policy, { timeout: 15_000 })
      .toEqual(policy);
  }
}

/** An observation of a customer, as an import brings it. */
export async function bring(
  { bridge, profileId }: Desk,
  id: string,
  email = `${id}@example.com`,
): Promise<void> {
  const text = JSON.stringify({ ...responseExamples.createCustomer, id, email });
  const { id: uploadId } = await bridge.imports.upload({ id: null, text });
  const preview = await bridge.imports.preview({ uploadId, form: 'json' });
  await bridge.imports.keep({ id: preview.id, profileId });
}

export const idsOf = async ({ bridge }: Desk): Promise<string[]> =>
  (await bridge.customers.list({})).rows.map(({ id }) => id).toSorted();
