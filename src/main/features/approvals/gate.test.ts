/** The gate right before a write, over a team in memory: the policy of now, the database, and what was decided. */
import { beforeEach, expect, it } from 'vitest';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { hashOfEntry } from '../../../team-log/entry.ts';
import { TeamDatabaseAway } from '../../../team-log/errors.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { createBook } from './book.ts';
import { digestOfRequest, type RequestedContent } from './contents.ts';
import { createGate } from './gate.ts';
import type { ApprovalStore } from './store.ts';
import {
  at,
  createDeskTeam,
  type DeskTeam,
  policyOf,
  proposalOf,
} from './testing/team-of-desks.ts';
import { inMemory, voiceIn } from './testing/test-approvals.ts';

const runId = '12'.repeat(16);
const rows = [1, 2].map((row) => ({
  row,
  input: { email: `${row}@example.com` },
  isSecond: false,
}));
const file: RequestedContent = {
  ...proposalOf('file'),
  intentKey: runId,
  request: {
    what: 'bulk',
    kind: 'customer',
    fileName: 'a.csv',
    sha256: 'a'.repeat(64),
    columns: [],
    rows: rows.map((row) => ({ ...row, name: null, reference: null, ownName: null })),
  },
};
const ofFiles = (approvers: number, without = false) => ({
  ...policyOf(approvers),
  rules: policyOf(approvers).rules.map((rule) => ({ ...rule, of: 'bulk' as const })),
  allowWithoutDatabase: without,
});

let desk: DeskTeam;
let sqlite: Sqlite;
let isStarted: boolean;
/** How the database answers, and what the exchange says of it. */
let now: () => Promise<void>;
let status: 'on' | 'away' | 'connecting';
let problems: number;
let time: number;
let readAt: number | null;
let waitsFrom: number | null;
beforeEach(() => {
  desk = createDeskTeam();
  sqlite = inMemory(profileMigrations);
  isStarted = false;
  now = async () => undefined;
  status = 'on';
  problems = 0;
  time = Date.parse(at);
  readAt = null;
  waitsFrom = null;
});

function gateOf(name = 'maker') {
  const taken = () => desk.show(desk.entries).taken;
  const store: ApprovalStore = {
    forget: () => undefined,
    take: () => null,
    all: () => taken(),
    countOf: () => 0,
    proposal(hash) {
      const content = taken().find((entry) => entry.hash === hash)?.content;
      return content?.what === 'proposal' ? content : null;
    },
  };
  const clock = { now: () => time } as never;
  const addressBook = { isPaidInto: () => true, follow: async () => undefined };
  const bulk = { runs: { has: () => isStarted } };
  const unresolved = { isSentHere: () => true, reportersOf: () => [] };
  const intents = { get: () => null };
  const book = createBook({ store, intents, addressBook, bulk, unresolved, clock });
  const voice = voiceIn(desk, name, {
    readAt: () => readAt,
    waitsFrom: () => waitsFrom,
    now: () => now(),
    isOn: () => status === 'on',
    isAway: () => status === 'away',
    hasProblems: () => problems > 0,
  });
  book.use(voice);
  const told: string[] = [];
  const gate = createGate({
    book,
    sqlite,
    addressBook,
    clock,
    audit: { append: ({ action }: { action: string }) => void told.push(action) } as never,
    digestOf: ({ content }) => digestOfRequest(content.request),
  });
  return {
    ...gate,
    told,
    changed: book.changed,
    lose: () => book.use({ ...voice, isOn: () => false }),
  };
}

const run = { id: runId, kind: 'customer' as const, rows };
const write = (proposal: RequestedContent, key = proposal.intentKey) => {
  if (proposal.request.what !== 'write') throw new TypeError('Of one request.');
  const { operation, input } = proposal.request;
  return { key, operation, input };
};
const isAway = () => {
  status = 'away';
  now = () => Promise.reject(new TeamDatabaseAway('away'));
};

it('a run that was refused does not go on, whatever the policy asks by now', async () => {
  const policy = desk.write('owner', ofFiles(1));
  const proposal = desk.write('maker', { ...file, policies: [hashOfEntry(policy)], approvers: 1 });
  desk.decide('first', proposal);
  isStarted = true;
  const resumed = { ...run, rows: rows.slice(1), isResumed: true };
  await expect(gateOf().requireRun(resumed)).resolves.toBeTypeOf('function');
  desk.decide('second', proposal, { decision: 'refused', note: 'Stop it.' });
  await expect(gateOf().requireRun(resumed)).rejects.toMatchObject({ data: { cause: 'over' } });
  desk.write('owner', { ...ofFiles(1), rules: [], supersedes: [hashOfEntry(policy)] });
  await expect(gateOf().requireRun(resumed)).rejects.toMatchObject({ data: { cause: 'over' } });
  // One that nobody had to be asked about goes on.
  const free = { ...resumed, id: '34'.repeat(16) };
  await expect(gateOf().requireRun(free)).resolves.toBeTypeOf('function');
});

const sends = async (name = 'wanted') => {
  const gate = gateOf();
  const still = await gate.require(write(proposalOf(name)));
  still();
  return gate.told;
};

it('is sent without approval only where the database was asked, and does not answer', async () => {
  desk.write('owner', { ...policyOf(1), allowWithoutDatabase: true });
  await expect(sends()).rejects.toMatchObject({ code: 'NEEDS_APPROVAL' });
  // Right after a start nothing is known: it is read first.
  status = 'connecting';
  let asked = 0;
  now = async () => {
    asked += 1;
    status = 'on';
  };
  await expect(sends()).rejects.toMatchObject({ code: 'NEEDS_APPROVAL' });
  expect(asked).toBe(1);
  // Removed, restored, refused by the database, or stopped by something else.
  status = 'connecting';
  const others = [new Error('no more'), new TeamDatabaseAway('not said by the exchange')];
  for (const error of others) {
    now = () => Promise.reject(error);
    await expect(sends()).rejects.toMatchObject({ code: 'NOT_SENT' });
  }
  now = async () => undefined;
  await expect(sends()).rejects.toMatchObject({ code: 'NOT_SENT' });
  isAway();
  problems = 1;
  await expect(sends()).rejects.toMatchObject({ data: { cause: 'team-problem' } });
  problems = 0;
  expect(await sends()).toEqual(['approval.sent-without-database']);
});

it('a first policy that another computer set meanwhile is read before anything is sent', async () => {
  let asked = 0;
  now = async () => {
    asked += 1;
    if (asked === 1) desk.policy('owner', 1);
  };
  await expect(sends()).rejects.toMatchObject({ code: 'NEEDS_APPROVAL' });
  expect(asked).toBe(1);
  // It would be here by now, unless the clock was set back since.
  desk = createDeskTeam();
  readAt = time - 30_000;
  expect(await sends()).toEqual([]);
  expect(asked).toBe(1);
  for (const ms of [-30_001, 1]) {
    readAt = time + ms;
    await sends();
  }
  expect(asked).toBe(3);
  // As far as it is known, where the database does not answer.
  desk = createDeskTeam();
  isAway();
  expect(await sends()).toEqual([]);
});

it('what was refused waits for the database, also under another key or by another computer', async () => {
  desk.write('owner', { ...policyOf(1), allowWithoutDatabase: true });
  const proposal = desk.propose('maker', proposalOf('wanted'));
  isAway();
  expect(await sends()).toEqual(['approval.sent-without-database']);
  desk.decide('first', proposal, { decision: 'refused' });
  for (const by of ['maker', 'second'])
    await expect(
      gateOf(by).require(write(proposalOf('wanted'), 'f'.repeat(32))),
    ).rejects.toMatchObject({ data: { cause: 'refused' } });
  expect(await sends('other')).toEqual(['approval.sent-without-database']);
});

it('an owner who is offline lifts nothing alone: a policy that waits to be sent only adds', async () => {
  const byOwner = async (name = 'wanted') => {
    const gate = gateOf('owner');
    const still = await gate.require(write(proposalOf(name)));
    still();
    return gate.told;
  };
  const lax = { rules: [], limits: [], allowWithoutDatabase: true };
  const strict = desk.write('owner', policyOf(1));
  const own = desk.write('owner', { ...policyOf(1, [hashOfEntry(strict)]), ...lax });
  isAway();
  waitsFrom = own.sequence;
  await expect(byOwner()).rejects.toMatchObject({ data: { cause: 'team-away' } });
  // Nor by a second one.
  desk.write('owner', { ...policyOf(1, [hashOfEntry(strict), hashOfEntry(own)]), ...lax });
  await expect(byOwner()).rejects.toMatchObject({ data: { cause: 'team-away' } });
  // The database has both.
  waitsFrom = null;
  expect(await byOwner()).toEqual([]);
  // Where it has none yet, none that it has allows it.
  desk = createDeskTeam();
  const first = desk.write('owner', { ...policyOf(1), allowWithoutDatabase: true });
  waitsFrom = first.sequence;
  await expect(byOwner()).rejects.toMatchObject({ data: { cause: 'team-away' } });
  // What is stricter holds at once.
  desk = createDeskTeam();
  const open = desk.write('owner', { ...policyOf(1), ...lax });
  const closed = desk.write('owner', policyOf(1, [hashOfEntry(open)]));
  waitsFrom = closed.sequence;
  await expect(byOwner()).rejects.toMatchObject({ data: { cause: 'team-away' } });
});

it('the same rows as a refused file’s do not go without the database', async () => {
  desk.write('owner', ofFiles(1, true));
  const proposal = desk.write('maker', file);
  desk.decide('first', proposal, { decision: 'refused' });
  isAway();
  const again = { ...run, id: '56'.repeat(16), isResumed: false };
  await expect(gateOf().requireRun(again)).rejects.toMatchObject({ data: { cause: 'refused' } });
  const other = { ...again, rows: rows.slice(1) };
  await expect(gateOf().requireRun(other)).resolves.toBeTypeOf('function');
});

/** A run whose first row goes without the database. */
async function beginAway() {
  desk.write('owner', ofFiles(1, true));
  isAway();
  const gate = gateOf();
  const still = await gate.requireRun({ ...run, isResumed: false });
  still(1);
  return { gate, still };
}

it('a run that began without the database goes on without approval no longer than that is away', async () => {
  const { gate, still } = await beginAway();
  expect(gate.told).toEqual(['approval.sent-without-database']);
  gate.changed();
  still(1);
  status = 'on';
  gate.changed();
  expect(() => still(1)).toThrow('to approve this first');
  expect(() => still(1)).toThrow('Stop it, save the rows');
});

it('a run that was started without approval says what to do with its rows, one to start does not', async () => {
  desk.write('owner', ofFiles(1, true));
  const failed = (isResumed: boolean) =>
    gateOf()
      .requireRun({ ...run, isResumed })
      .catch(String);
  expect(await failed(true)).toContain(
    'joined the team again, can’t be approved afterwards. Stop it',
  );
  expect(await failed(false)).not.toContain('Stop it');
});

it('a run that began without the database does not go on where something else is in the way', async () => {
  const { gate, still } = await beginAway();
  // Removed, restored or refused by the database.
  status = 'connecting';
  gate.changed();
  expect(() => still(1)).toThrow('could not read the team’s newest entries');
});

it('a limit of a day holds at each step of a run, beside what else is sent', async () => {
  const limits = [{ of: 'createCustomer' as const, mostPerDay: 2 }];
  desk.write('owner', { ...ofFiles(1), rules: [], limits });
  const sent = (key: string) =>
    sqlite.run(
      `INSERT INTO intents (key, operation, state, input, journalled_at, sentence, messages)
       VALUES (?, 'createCustomer', 'created', '{}', ?, '', '[]')`,
      [key, at],
    );
  const gate = gateOf();
  // One of the three rows does not fit.
  const more = { ...run, rows: [...rows, { row: 3, input: {}, isSecond: false }] };
  const still = await gate.requireRun({ ...more, isResumed: false });
  still(1);
  sent('row 1');
  still(1);
  sent('a form');
  expect(() => still(1)).toThrow('the team’s limit of today is reached');
  await expect(gate.requireRun({ ...more, isResumed: true })).rejects.toThrow('limit of today');
  await expect(gate.require(write(proposalOf('wanted')))).rejects.toMatchObject({
    data: { cause: 'day-limit' },
  });
});

it('nothing is sent while the members are forked, also where no policy is known then', async () => {
  expect(await sends()).toEqual([]);
  const still = await gateOf().require(write(proposalOf('wanted')));
  still();
  desk.fork('owner', 'firstToo', 'gone');
  expect(desk.membership().fork).not.toBeNull();
  await expect(sends()).rejects.toMatchObject({ data: { cause: 'team-problem' } });
  await expect(gateOf().requireRun({ ...run, isResumed: true })).rejects.toThrow('forked');
  // What was let through before, too.
  expect(() => still()).toThrow('forked');
});

it('a limit begins anew with the day in UTC, and what was sent before midnight counts for that day', async () => {
  const limits = [{ of: 'createCustomer' as const, mostPerDay: 1 }];
  desk.write('owner', { ...policyOf(1), rules: [], limits });
  const sent = (key: string, journalledAt: string) =>
    sqlite.run(
      `INSERT INTO intents (key, operation, state, input, journalled_at, sentence, messages)
       VALUES (?, 'createCustomer', 'created', '{}', ?, '', '[]')`,
      [key, journalledAt],
    );
  const last = '2026-11-26T23:59:59.999Z';
  sent('a', last);
  time = Date.parse(last);
  const late = gateOf().require(write(proposalOf('wanted')));
  await expect(late).rejects.toMatchObject({ data: { cause: 'day-limit' } });
  time += 1;
  const still = await gateOf().require(write(proposalOf('wanted')));
  still();
  sent('b', '2026-11-27T00:00:00.000Z');
  expect(() => still()).toThrow('limit of today is reached');
});

it('what was let through is looked at again as the team stands by now', async () => {
  const policy = desk.write('owner', ofFiles(1));
  const proposal = desk.write('maker', { ...file, policies: [hashOfEntry(policy)], approvers: 1 });
  desk.decide('first', proposal);
  const gate = gateOf();
  const still = await gate.requireRun({ ...run, isResumed: false });
  still(1);
  gate.lose();
  expect(() => still(1)).toThrow('does not respond');
});

it('what expires or is withdrawn after it was let through is not sent', async () => {
  const policy = desk.policy('owner', 1);
  const proposals = ['late', 'taken back'].map((name) => {
    const proposal = desk.propose('maker', {
      ...proposalOf(name),
      policies: [hashOfEntry(policy)],
      approvers: 1,
    });
    desk.decide('first', proposal);
    return proposal;
  });
  const gate = gateOf();
  const [late, takenBack] = await Promise.all(
    ['late', 'taken back'].map((name) => gate.require(write(proposalOf(name)))),
  );
  desk.withdraw('maker', proposals[1] ?? (proposals[0] as never));
  expect(() => takenBack?.()).toThrow('to approve this first');
  time = Date.parse(proposalOf('late').expiresAt);
  expect(() => late?.()).toThrow('to approve this first');
});
