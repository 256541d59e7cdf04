/** Computers of a team, stopped and cut off at any moment, in any order, come to the same bytes. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { TeamDatabaseAway } from '../../../team-log/errors.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import { recordObservation } from '../../core/records/testing/observations.ts';
import { closeAll, createDesk, seenAt, type TestDesk } from '../handover/testing/desks.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { createPublishing } from './publishing.ts';
import { openTeamState } from './team-state.ts';
import { logOn, teamOfAll } from './testing/memory-log.ts';

const at = '2026-11-26T10:00:00.000Z';
const stream = 'ab'.repeat(16);
const names = ['A', 'B', 'C'];

function open(desk: TestDesk, signing: SigningKey, log: TeamLog): Exchange {
  const { sqlite, own } = desk;
  const state = openTeamState(sqlite);
  const row = state.get();
  if (row === null) throw new Error('It is in no team.');
  return createExchange({
    ...{ sqlite, state, row, signing, log, own, random: systemRandom, takeOther: null },
    known: () => [],
    reduce: () => (entry) => entry,
    isShared: () => true,
    clock: { now: () => performance.timeOrigin + performance.now() },
    report: {
      warn: () => undefined,
      error: (facts: unknown) => {
        throw new Error(JSON.stringify(facts));
      },
    },
    publishing: createPublishing({
      ...{ sqlite, state, own, known: () => [] },
      start: () => ({ computer: own, person: null, computers: {} }),
    }),
    onTaken: () => undefined,
    onMembers: () => undefined,
    onJoined: () => undefined,
    onLost: () => undefined,
    onChange: () => undefined,
  });
}

type Act = (desk: TestDesk) => void;
const customer = (number: number) => ({ kind: 'customer', id: `customer_${number}` }) as const;
const key = fc.constantFrom('a'.repeat(32), 'b'.repeat(32));
const oneOrTwo = fc.constantFrom(1, 2);
const act: fc.Arbitrary<Act> = fc.oneof(
  recordObservation.map(
    (observation) => (desk: TestDesk) => void desk.records.observe(observation),
  ),
  fc.tuple(oneOrTwo, fc.constantFrom('x', 'y')).map(([number, text]) => (desk: TestDesk) => {
    desk.annotations.addNote(customer(number), text);
  }),
  fc
    .tuple(oneOrTwo, fc.constantFrom('K-1', 'K-2', ''))
    .map(([number, text]) => (desk: TestDesk) => {
      desk.annotations.setReference(customer(number), text);
    }),
  fc
    .tuple(oneOrTwo, fc.subarray(['VIP', 'vip', 'Late']))
    .map(([number, labels]) => (desk: TestDesk) => {
      desk.annotations.setLabels(customer(number), labels);
    }),
  fc
    .tuple(fc.constantFrom('0xaA', '0xAa', '0xbb'), fc.constantFrom('Ours', 'Theirs', ''))
    .map(([end, label]) => (desk: TestDesk) => {
      desk.labelAddress(`${end}908400098527886E0F7030069857D2E4169EE7`, label);
    }),
  fc.tuple(key, fc.constantFrom('exists', 'absent', 'unknown'), oneOrTwo).map(
    ([intentKey, verdict, number]): Act =>
      (desk) => {
        desk.request(intentKey);
        const resourceId = verdict === 'exists' ? `customer_${number}` : null;
        desk.resolutions.append({ intentKey, verdict, resourceId, how: 'word' } as never);
      },
  ),
  fc.constantFrom('1', '2').map((note) => (desk: TestDesk) => void desk.signOff(at, note)),
);
/** Somebody writes, or exchanges for a while and is stopped: a kill keeps what was committed, and no more. */
const step = fc.oneof(
  fc.record({ desk: fc.nat(2), act }),
  fc.record({ desk: fc.nat(2), cut: fc.record({ after: fc.nat(9), late: fc.boolean() }) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function exchange(desk: TestDesk, signing: SigningKey, log: TeamLog): Promise<void> {
  const opened = open(desk, signing, log);
  await opened.now().catch((error: unknown) => {
    if (!(error instanceof TeamDatabaseAway)) throw error;
  });
  expect(opened.status().state).not.toBe('conflict');
  await opened.close();
}

async function live(steps: readonly Step[]): Promise<void> {
  let tick = 0;
  const desks = names.map((_, at) =>
    createDesk(
      at + 1,
      () => Date.parse(at === 0 ? '2026-11-20' : '2026-11-21') + tick++,
      profileMigrations,
    ),
  );
  const keys = names.map(() => signingKeyOf(randomBytes(32)));
  const { team, stored } = teamOfAll(keys);
  try {
    for (const [index, { sqlite }] of desks.entries()) {
      const row = {
        team,
        stream,
        url: '',
        ca: null,
        author: keys[index]?.publicKey ?? '',
        invitation: null,
      };
      openTeamState(sqlite).begin(row, at);
    }
    const of = (index: number) => [desks[index], keys[index]] as [TestDesk, SigningKey];
    for (const one of steps) {
      const [desk, signing] = of(one.desk);
      if ('act' in one) one.act(desk);
      else await exchange(desk, signing, logOn(stored, one.cut));
    }
    for (const _ of [1, 2]) {
      for (const index of names.keys()) await exchange(...of(index), logOn(stored, null));
    }
    const [first, ...others] = desks as [TestDesk, ...TestDesk[]];
    for (const desk of desks) {
      expect(openTeamState(desk.sqlite).problems()).toEqual([]);
      expect(openTeamState(desk.sqlite).toSend()).toBe(0);
    }
    for (const other of others) {
      expect(other.save().lines).toEqual(first.save().lines);
      expect(seenAt(other)).toBe(seenAt(first));
    }
    // Nothing is told twice: each fact has one entry of the log, unless two had it by themselves.
    const before = stored.length;
    for (const index of names.keys()) await exchange(...of(index), logOn(stored, null));
    expect(stored.slice(before).filter(({ kind }) => kind === 'facts')).toEqual([]);
  } finally {
    closeAll(desks);
  }
}

it('in any order, with any cuts and restarts, all have the same', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), live), {
    numRuns: 10,
  });
}, 120_000);
