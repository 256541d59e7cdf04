/** Computers of a team that are about to send the same: one sends, the others ask or leave it. */
import { beforeEach, expect, it } from 'vitest';
import { responseExamples } from '../../../contract/examples.ts';
import { systemClock } from '../../../platform/clock.ts';
import { startPostgres } from '../../../team-log/testing/postgres.ts';
import { bulkDraftOf, bulkOrder, restedRun } from '../testing/bulk.ts';
import { createTestDirectory, documentAt, submitDocument } from '../testing/console.ts';
import {
  type Desk,
  giveToken,
  handOver,
  idsOf,
  newDesk,
  setPolicy,
  startDesk,
  team,
  teamOf,
  teamSuite,
  until,
} from './testing/team.ts';

const suite = teamSuite(() => startPostgres());

/** Emails of the customers that the service was asked to create, in order. */
let asked: string[];
let answer: (email: string) => Response | Promise<Response>;
beforeEach(() => {
  asked = [];
  answer = (email) => created(email);
});

const created = (email: string): Response => {
  const id = `customer_${asked.length}`;
  return Response.json({ ...responseExamples.createCustomer, id, email }, { status: 201 });
};
const service: typeof fetch = async (to, init) => {
  const request = new Request(to, init);
  if (request.method !== 'POST') return Response.json({}, { status: 404 });
  const { email } = (await request.json()) as { email: string };
  asked.push(email);
  return await answer(email);
};

/** @param ahead of the clock of the last computer, in milliseconds: for it what others claimed is old */
async function teamOfDesks(count: number, ahead = 0, role = 'operator'): Promise<Desk[]> {
  const desks: Desk[] = [];
  for (let number = 0; number < count; number += 1) {
    const offset = number === count - 1 ? ahead : 0;
    const clock = { now: () => systemClock.now() + offset };
    const desk = await newDesk(suite.directories, { fetch: service, clock });
    desks.push(await giveToken(desk));
  }
  await team(suite.server, suite.database, desks, role);
  return desks;
}

let keys = 0;
const create = ({ bridge, profileId }: Desk, email: string, confirmed: string[] = []) => {
  keys += 1;
  return bridge.customers.create({
    profileId,
    intentKey: String(keys).padStart(32, '0'),
    confirmed,
    input: { type: 'individual', email },
  });
};
const codes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'created' : result.reason.code)).sort();

it('of two who send the same at once one sends, and the other is asked and told who', async () => {
  const [ada, bob] = (await teamOfDesks(2)) as [Desk, Desk];
  const held = Promise.withResolvers<void>();
  answer = async (email) => {
    await held.promise;
    return created(email);
  };
  const first = create(ada, 'one@example.com');
  await until(async () => asked.length === 1);
  const second = create(bob, 'one@example.com');
  await expect(second).rejects.toMatchObject({
    code: 'ASKS_FIRST',
    data: {
      sentence: expect.stringMatching(/^The same request was sent, or is being sent, by .+/),
    },
  });
  held.resolve();
  await first;
  expect(asked).toEqual(['one@example.com']);
  // A person who knows of it makes another one.
  const { asks } = (await second.catch((error) => error)).data;
  await until(async () => (await bob.bridge.customers.list({})).rows.length === 1);
  const again = await create(bob, 'one@example.com', asks).catch((error) => error);
  expect(again).toMatchObject({ code: 'ASKS_FIRST', data: { alike: [{ kind: 'record' }] } });
  await create(bob, 'one@example.com', again.data.asks);
  expect(asked).toHaveLength(2);
  const both = await Promise.allSettled([
    create(ada, 'two@example.com'),
    create(bob, 'two@example.com'),
  ]);
  expect(codes(both)).toEqual(['ASKS_FIRST', 'created']);
  expect(asked).toHaveLength(3);
}, 120_000);

it('what was refused, or never sent, stands in nobody’s way', async () => {
  const [ada, bob] = (await teamOfDesks(2)) as [Desk, Desk];
  answer = () => Response.json({ error: { information: ['Required'] } }, { status: 400 });
  await expect(create(ada, 'one@example.com')).rejects.toMatchObject({ code: 'REFUSED' });
  answer = created;
  // Until the outcome is here, he is asked.
  await until(async () => await create(bob, 'one@example.com').catch(() => false));
  expect(asked).toHaveLength(2);
}, 120_000);

it.each(['approver', 'reviewer'])(
  'a colleague’s request is resolved by no %s, and by an operator',
  async (role) => {
    const [ada, bob] = (await teamOfDesks(2, 0, role)) as [Desk, Desk];
    answer = () => Response.json({}, { status: 503 });
    await expect(create(ada, 'one@example.com')).rejects.toMatchObject({ code: 'UNKNOWN_OUTCOME' });
    const key = String(keys).padStart(32, '0');
    const requestAt = ({ bridge }: Desk) => bridge.unresolved.get({ key });
    const { resolveBlocked } = await until(() => requestAt(bob).catch(() => null));
    expect(resolveBlocked).toContain('Only an owner or operator of the team can resolve');
    expect((await requestAt(ada)).resolveBlocked).toBeNull();
    const colleagues = ({ bridge }: Desk) => bridge.team.colleagueRequests();
    expect((await colleagues(bob)).resolveBlocked).toContain('Only an owner or operator');
    expect((await colleagues(ada)).resolveBlocked).toBeNull();
    const { unresolved } = bob.bridge;
    const word = { profileId: bob.profileId, key };
    const found = { ...word, answer: { id: 'customer_9' } };
    const refused = { code: 'INVALID', data: { sentence: `${resolveBlocked} Nothing was saved.` } };
    await expect(unresolved.absent(word)).rejects.toMatchObject(refused);
    await expect(unresolved.check({ key, answer: found.answer })).rejects.toMatchObject(refused);
    await expect(unresolved.exists({ ...found, read: [] })).rejects.toMatchObject(refused);
    await ada.bridge.unresolved.absent({ profileId: ada.profileId, key });
    await until(async () => (await requestAt(bob)).intent.state === 'absent');
    await expect(unresolved.takeBack(word)).rejects.toMatchObject(refused);

    const id = (await teamOf(ada)).members.find(({ isOwn }) => !isOwn)?.id ?? '';
    const { path } = await ada.bridge.team.changeRole({ profileId: ada.profileId, id });
    expect(await submitDocument(ada, path, { role: 'operator' })).toContain('Role changed');
    await until(async () => (await requestAt(bob)).resolveBlocked === null);
    expect((await colleagues(bob)).resolveBlocked).toBeNull();
    await unresolved.takeBack(word);
    expect((await requestAt(bob)).intent.state).toBe('unknown');
  },
  120_000,
);

/** Starts a file on each at once. */
async function sendFiles(desks: readonly Desk[], emailsOf: (turn: number) => readonly string[]) {
  // What one sends reaches the others before they have reviewed theirs, on a busy computer.
  const drafts = await Promise.all(
    desks.map(async (desk, turn) => {
      const rows = emailsOf(turn).map((email) => `individual,${email}`);
      const text = ['type,email', ...rows].join('\n');
      return { desk, draft: await bulkDraftOf(desk, text, 'customer', desk.profileId) };
    }),
  );
  return await Promise.all(
    drafts.map(async ({ desk, draft }) => {
      const order = { ...bulkOrder(draft), profileId: desk.profileId };
      return { desk, id: (await desk.bridge.bulk.drafts.start(order)).id };
    }),
  );
}

it('one file that all send at once makes one customer a row', async () => {
  const desks = await teamOfDesks(4);
  const emails = Array.from({ length: 60 }, (_none, index) => `row-${index}@example.com`);
  const runs = await sendFiles(desks, (turn) => (turn % 2 === 0 ? emails : emails.toReversed()));
  const ended = await Promise.all(runs.map(({ desk, id }) => restedRun(desk, id)));
  expect(asked.toSorted()).toEqual(emails.toSorted());
  expect(ended.map(({ state, sentence }) => sentence ?? state)).toEqual(desks.map(() => 'done'));
  const sum = (of: 'created' | 'unsent') => ended.reduce((all, { counts }) => all + counts[of], 0);
  expect([sum('created'), sum('unsent')]).toEqual([60, 180]);
  for (const desk of desks) {
    await until(async () => (await desk.bridge.customers.list({})).total === 60);
    expect((await teamOf(desk)).problems).toEqual([]);
  }
}, 120_000);

it('what two send at once, by forms or by files, stays within the team’s limit of the day', async () => {
  const [ada, bob] = (await teamOfDesks(2)) as [Desk, Desk];
  const limitTo = (mostPerDay: number) => {
    const limits = [{ of: 'createCustomer' as const, mostPerDay }];
    return setPolicy(ada, { rules: [], limits, allowWithoutDatabase: false }, [bob]);
  };
  await limitTo(1);
  const both = await Promise.allSettled([
    create(ada, 'one@example.com'),
    create(bob, 'two@example.com'),
  ]);
  expect(codes(both)).toEqual(['NOT_SENT', 'created']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { data: { cause: 'day-limit', sentence: expect.stringMatching(/limit of today/) } },
  });
  expect(asked).toHaveLength(1);

  // Both know of the one, and have a file of four.
  await until(async () => (await idsOf(ada)).length + (await idsOf(bob)).length === 2);
  await limitTo(6);
  const runs = await sendFiles([ada, bob], (turn) =>
    [1, 2, 3, 4].map((row) => `${turn}-${row}@example.com`),
  );
  const ended = await Promise.all(runs.map(({ desk, id }) => restedRun(desk, id)));
  expect(asked).toHaveLength(6);
  expect(ended.map(({ state }) => state).toSorted()).toEqual(['done', 'paused']);
  expect(ended.map(({ counts }) => counts.created).toSorted()).toEqual([1, 4]);
  const paused = ended.find(({ state }) => state === 'paused');
  expect(paused?.sentence).toMatch(/limit of today is reached/);

  // What was paused goes on where owners allow more.
  await limitTo(9);
  for (const { desk, id } of runs)
    if (id === paused?.id) await desk.bridge.bulk.runs.goOn({ profileId: desk.profileId, id });
  await until(async () => asked.length === 9);
  for (const desk of [ada, bob]) expect((await teamOf(desk)).problems).toEqual([]);
}, 120_000);

it('a person states what became of a request of a computer that is gone, and it is told apart from its outcome', async () => {
  const ahead = 11 * 60_000;
  const [ada, earlier] = (await teamOfDesks(2, ahead)) as [Desk, Desk];
  const held = Promise.withResolvers<void>();
  answer = async (email) => {
    if (asked.length === 1) await held.promise;
    return created(email);
  };
  const first = create(ada, 'one@example.com');
  const { claim } = await until(
    async () => (await earlier.bridge.team.colleagueRequests()).open[0] ?? null,
  );
  await earlier.console.dispose();
  // The database saw everybody that long ago.
  await suite.server.run(
    `CREATE OR REPLACE FUNCTION causeway.seen_now() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN NEW.at := clock_timestamp() - interval '11 minutes'; RETURN NEW; END $$;
     UPDATE causeway.presence SET at = at;
     UPDATE causeway.presence_by_login SET at = at;
     -- A relay that says again, now, what each of them said.
     CREATE OR REPLACE FUNCTION causeway.seen_now() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN
         NEW.at := clock_timestamp() -
           CASE WHEN current_user LIKE 'relay_%' THEN interval '0' ELSE interval '11 minutes' END;
         RETURN NEW;
       END $$;
     SET ROLE relay_${suite.database.name};
     INSERT INTO causeway.presence_by_login (team, author, said, signature)
       SELECT team, author, said, signature FROM causeway.presence_by_login;
     UPDATE causeway.presence_by_login SET said = said;
     UPDATE causeway.presence SET said = said`,
    suite.database.name,
  );
  const clock = { now: () => systemClock.now() + ahead };
  const bob = await startDesk(earlier.directory, { fetch: service, clock });
  const shown = await until(async () =>
    (await bob.bridge.team.colleagueRequests()).open.find(({ isGone }) => isGone),
  );
  expect(shown).toMatchObject({ about: 'one@example.com', isGone: true, statements: [] });
  const line = async () => {
    const { needs } = await bob.bridge.overview.needs({ knownAt: null });
    return needs.find(({ kind }) => kind === 'team')?.items.flatMap(({ what }) => what) ?? [];
  };
  await until(async () => (await line()).includes('team-claims'));

  const opened: string[] = [];
  const resolve = async (typed: Record<string, string>) => {
    const { path } = await bob.bridge.team.resolve({ profileId: bob.profileId, claims: [claim] });
    opened.push(documentAt(bob, path));
    return await submitDocument(bob, path, typed);
  };
  const notes = { checked: 'The dashboard, at noon.', reason: 'It was stolen' };
  expect(await resolve({ ...notes, verdict: 'exists' })).toContain('Enter the ID');
  expect(await resolve({ ...notes, verdict: 'absent', reason: ' ' })).toContain('Enter a reason');
  expect(await resolve({ ...notes, verdict: 'absent' })).toContain('Resolved');
  expect(asked).toHaveLength(1);
  const { rows: acts } = await bob.bridge.audit.list({});
  expect(acts.find(({ action }) => action === 'team.requests-resolved')?.facts).toMatchObject({
    count: 1,
    verdict: 'absent',
    intentKeys: String(keys).padStart(32, '0'),
  });

  const second = await create(bob, 'one@example.com').catch((error) => error);
  expect(second.data.sentence).toContain(
    'not created. Reason: It was stolen. Nothing was sent. Continue to send it.',
  );
  await create(bob, 'one@example.com', second.data.asks);
  expect(asked).toHaveLength(2);
  await until(async () => !(await line()).includes('team-claims'));

  // It was not gone after all.
  held.resolve();
  await first;
  const [stated] = await until(async () => {
    const { stated: all } = await bob.bridge.team.colleagueRequests();
    return all.some(({ isDifferent }) => isDifferent) ? all : null;
  });
  expect(stated).toMatchObject({
    outcome: { state: 'created' },
    statements: [{ verdict: 'absent' }],
  });
  await until(async () => (await line()).includes('team-different'));
  const id = stated?.outcome?.resourceId ?? '';
  expect(await resolve({ ...notes, verdict: 'exists', id })).toContain('Resolved');
  expect(opened.at(-1)).toContain(`outcome there: created, ${id} · resolved before: not created`);
  await until(async () => !(await line()).includes('team-different'));
}, 120_000);

it('who merges a file is told first whose resolutions the team believes by it', async () => {
  const [ada, dan] = (await teamOfDesks(2, 0, 'reviewer')) as [Desk, Desk];
  const outside = await newDesk(suite.directories, { fetch: service });
  const folder = createTestDirectory();
  suite.directories.push(folder);
  answer = () => Promise.reject(new Error('cut off'));
  await create(ada, 'ada@example.com').catch(() => undefined);
  const key = String(keys).padStart(32, '0');
  await (await handOver(ada, outside, folder)).merge();
  await outside.bridge.unresolved.absent({ profileId: outside.profileId, key });
  const first = await handOver(outside, ada, folder);
  expect(first.shown).toMatch(
    /you confirm to the team the resolutions of requests by: “.+” \(1\), as/,
  );
  expect(await first.merge()).toContain('Hand-over file merged');
  // Of who may not resolve the team believes nothing.
  const second = await handOver(outside, dan, folder);
  expect(second.shown).toContain('1 resolution of a request');
  expect(second.shown).not.toContain('confirm to the team');
}, 120_000);
