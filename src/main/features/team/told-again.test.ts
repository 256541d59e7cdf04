/** Whoever of a team tells a request, or a resolution, counts: also who tells it after another one did. */
import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { Member } from '../../../team-log/membership.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import { resolutionsOf } from '../handover/resolutions.ts';
import { closeAll, createDesk, type TestDesk } from '../handover/testing/desks.ts';
import { openClaimsTable } from './claims/claims-table.ts';
import { createSignerCheck } from './claims/outcome-beside.ts';
import { openClaimant } from './testing/claimant.ts';
import { logOn, teamOfAll } from './testing/memory-log.ts';

const key = 'a'.repeat(32);
const desks: TestDesk[] = [];
afterEach(() => closeAll(desks.splice(0)));

/** Four computers of a team, of which the third may resolve; and one outside it. */
function story() {
  let now = Date.parse('2026-11-26T10:00:00.000Z');
  const create = (number: number) => {
    const desk = createDesk(number, () => now++, profileMigrations);
    desks.push(desk);
    return desk;
  };
  const keys = [1, 2, 3, 4].map(() => signingKeyOf(randomBytes(32)));
  const { team, stored } = teamOfAll(keys);
  const members = new Map<string, Member>();
  const setRole = (index: number, role: 'operator' | 'approver'): void => {
    const tenures = [{ role, until: null }];
    members.set(keys[index]?.publicKey ?? '', { tenures } as unknown as Member);
  };
  setRole(2, 'operator');
  const computers = keys.map((signing, index) => {
    const desk = create(index + 1);
    const table = openClaimsTable(
      desk.sqlite,
      () => [],
      () => '',
      () => undefined,
    );
    const check = createSignerCheck(table, () => ({ members }), signing.publicKey);
    const author = (keys[0] as SigningKey).publicKey;
    return {
      desk,
      async now(): Promise<void> {
        const { exchange } = openClaimant(desk, { signing, team, log: logOn(stored, null) });
        await exchange.now();
        await exchange.close();
      },
      /** What is said of the request of the first. */
      believes: () => check({ key }, author),
    };
  });
  type Computer = (typeof computers)[number];
  const factsIn = () => stored.filter(({ kind }) => kind === 'facts').length;
  return {
    factsIn,
    setRole,
    outside: create(5),
    computers: computers as [Computer, Computer, Computer, Computer],
  };
}

it('its author tells a request after who merged a file of it', async () => {
  const { computers, factsIn } = story();
  const [ada, bob, cy, dan] = computers;
  ada.desk.request(key);
  bob.desk.merge(ada.desk.save());
  for (const one of [bob, cy]) await one.now();
  expect([bob, cy].map(({ believes }) => believes())).toEqual([false, false]);
  for (const one of [ada, bob, cy, dan]) await one.now();
  expect(computers.map(({ believes }) => believes())).toEqual([true, true, true, true]);
  // What this computer has by itself it has told already.
  const before = factsIn();
  expect(ada.desk.merge(dan.desk.save()).toldAgain).toBe(0);
  await ada.now();
  expect(factsIn()).toBe(before);
});

it('who may resolve merges a file after who may not, and it is told once more, once', async () => {
  const { computers, outside, factsIn } = story();
  const [ada, bob, cy] = computers;
  ada.desk.request(key);
  for (const computer of computers) await computer.now();
  outside.merge(ada.desk.save());
  outside.resolutions.append({ intentKey: key, verdict: 'absent', resourceId: null, how: 'word' });
  const file = outside.save();
  bob.desk.merge(file);
  for (const one of [bob, ...computers]) await one.now();
  expect(computers.map(({ believes }) => believes())).toEqual([false, false, false, false]);
  expect(cy.desk.merge(file).resolvedBy).toEqual([{ person: 'person 5', count: 1 }]);
  expect(cy.believes()).toBe(true);
  for (const one of [cy, ...computers]) await one.now();
  expect(computers.map(({ believes }) => believes())).toEqual([true, true, true, true]);
  const before = factsIn();
  for (const { desk } of [bob, cy]) expect(desk.merge(file).resolvedBy).toEqual([]);
  for (const one of [bob, cy]) await one.now();
  expect(factsIn()).toBe(before);
});

const absent = { intentKey: key, verdict: 'absent', resourceId: null, how: 'word' } as const;

it('a resolution is vouched for by who merges a file of the computer that resolved, and of no other one', async () => {
  const { computers, outside, factsIn } = story();
  const [ada, bob, cy, dan] = computers;
  ada.desk.request(key);
  for (const computer of computers) await computer.now();
  bob.desk.resolutions.append(absent);
  for (const one of [bob, ...computers]) await one.now();
  const nobody = '0'.repeat(64);
  outside.merge(dan.desk.save());
  const lost = outside.save();
  const [, ...said] = lost.lines;
  const unknown = said.map((line) => line.replaceAll(bob.desk.own, nobody));
  // One of them says that it is from another one as well.
  for (const file of [
    dan.desk.save(),
    lost,
    { ...lost, id: 'lost', lines: [lost.lines[0] ?? '', ...unknown] },
  ])
    expect(cy.desk.merge(file).toldAgain).toBe(file.computer === dan.desk.own ? 1 : 0);
  for (const one of [cy, ...computers]) await one.now();
  expect(computers.map(({ believes }) => believes())).toEqual([false, false, false, false]);
  const before = factsIn();
  expect(cy.desk.merge(bob.desk.save()).toldAgain).toBe(1);
  for (const one of [cy, ...computers]) await one.now();
  expect(factsIn()).toBeGreaterThan(before);
  expect(computers.map(({ believes }) => believes())).toEqual([true, true, true, true]);
});

it('what was resolved by who may not any more is believed again where somebody who may resolves it anew', async () => {
  const { computers, setRole } = story();
  const [ada, bob, cy] = computers;
  const believed = async () => {
    for (const one of [...computers, ...computers]) await one.now();
    return new Set(computers.map(({ believes }) => believes()));
  };
  setRole(1, 'operator');
  ada.desk.request(key);
  await believed();
  bob.desk.resolutions.append(absent);
  expect(await believed()).toEqual(new Set([true]));
  setRole(1, 'approver');
  expect(await believed()).toEqual(new Set([false]));
  cy.desk.resolutions.append({ ...absent, verdict: 'unknown' });
  cy.desk.resolutions.append(absent);
  expect(await believed()).toEqual(new Set([true]));
  // What follows that is anybody's word again.
  bob.desk.resolutions.append({ ...absent, verdict: 'unknown' });
  expect(await believed()).toEqual(new Set([false]));
});

it('what was resolved otherwise since does not stand again where somebody tells it as if it were the last', async () => {
  const { computers, outside } = story();
  const [ada, bob, cy, dan] = computers;
  ada.desk.request(key);
  await ada.now();
  await cy.now();
  for (const verdict of ['absent', 'unknown'] as const)
    cy.desk.resolutions.append({ ...absent, verdict });
  for (const one of [cy, ada, bob]) await one.now();
  const [first, last] = resolutionsOf(cy.desk.sqlite, key);
  const content = { ...first?.content, follows: [last?.entry] };
  const [request = ''] = ada.desk.save().lines;
  const again = JSON.stringify({ what: 'resolution', from: [outside.own], content });
  dan.desk.merge({ id: 'again', computer: outside.own, lines: [request, again] });
  for (const one of [dan, ...computers]) await one.now();
  for (const { desk, believes } of [ada, bob, cy]) {
    expect(desk.sqlite.texts('SELECT state FROM standing_intents')).toEqual(['unknown']);
    expect(desk.sqlite.texts('SELECT verdict FROM settlements')).toEqual(['absent', 'unknown']);
    expect(believes()).toBe(true);
  }
});

it('what files hold is told once, however many of them are merged', async () => {
  const { computers, factsIn } = story();
  const [ada, bob] = computers;
  ada.desk.request(key);
  ada.desk.resolutions.append(absent);
  for (const computer of computers) await computer.now();
  const before = factsIn();
  const told = () => bob.desk.sqlite.texts('SELECT entry FROM handover_tellers').length;
  const counts: number[] = [];
  for (const _ of [1, 2, 3]) {
    expect(bob.desk.merge(ada.desk.save()).toldAgain).toBe(counts.length === 0 ? 2 : 0);
    for (const one of [bob, ...computers]) await one.now();
    counts.push(told(), factsIn() - before);
  }
  expect(counts).toEqual([2, 1, 2, 1, 2, 1]);
});
