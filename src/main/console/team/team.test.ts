/** A team of consoles over a real PostgreSQL: founding, joining, one record, and who leaves. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type PostgresServer,
  startPostgres,
  type TeamDatabase,
} from '../../../team-log/testing/postgres.ts';
import { documentAt, submitDocument, type TestDirectory, verifiedAudit } from '../test-console.ts';
import {
  admit,
  bring,
  type Desk,
  databaseUrl,
  found,
  idsOf,
  invite,
  join,
  newDesk,
  startDesk,
  team,
  teamOf,
  until,
  untilState,
  wordsAsked,
} from './test-team.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

let directories: TestDirectory[];
let database: TeamDatabase;
beforeEach(async () => {
  directories = [];
  database = await server.createTeamDatabase();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    for (const { logged } of directories)
      console.error(logged.filter((line) => /"level":(?:4|5|6)0/.test(line)).join(''));
  for (const directory of directories) await directory.remove();
});

const desk = (): Promise<Desk> => newDesk(directories);

it('what is made on one computer is on all, and says from which', async () => {
  const desks = [await desk(), await desk(), await desk()] as const;
  const [ada, bob, cy] = desks;
  await bring(ada, 'customer_before');
  await team(server, database, desks);
  for (const each of [bob, cy]) {
    await until(async () => (await idsOf(each)).includes('customer_before'));
  }
  await bring(bob, 'customer_b');
  const ofB = { kind: 'customer', id: 'customer_b' } as const;
  for (const each of [ada, cy])
    await until(async () => (await idsOf(each)).includes('customer_b'), 1_000);
  await cy.bridge.annotations.addNote({ ...ofB, profileId: cy.profileId, text: 'on Monday' });
  for (const each of [ada, bob]) {
    await until(async () => (await each.bridge.annotations.get(ofB)).notes.length === 1, 1_000);
    const from = await each.bridge.handover.sources(ofB);
    expect(from.some(({ what }) => what === 'note')).toBe(true);
  }
  for (const each of desks) {
    expect(await each.bridge.customers.get({ id: 'customer_b' })).toEqual(
      await ada.bridge.customers.get({ id: 'customer_b' }),
    );
    expect((await teamOf(each)).members.length).toBe(3);
    expect((await teamOf(each)).problems).toEqual([]);
    expect(await verifiedAudit(each)).toMatchObject({ state: 'intact' });
  }
}, 120_000);
