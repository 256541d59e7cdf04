/** For tests: what computers of a team do with claims, in any order, and what has to hold after each of it. */
import { expect, vi } from 'vitest';
import { systemRandom } from '../../../../../platform/random.ts';
import { TeamDatabaseAway } from '../../../../../team-log/errors.ts';
import { foldMembership } from '../../../../../team-log/membership.ts';
import { removeMember } from '../../../../../team-log/membership-changes.ts';
import { Failed } from '../../../../core/intents/failed.ts';
import { dayOf } from '../../../../core/intents/sent-since.ts';
import type { WriteOutcome } from '../../../../core/service/outcomes.ts';
import type { Lived, Press, Step, Turn } from './claim-steps.ts';
import { claimsSeen, isNothing, requestsNamed, type Sent, tableOf } from './claims-seen.ts';
import { createCustomer, type End, outcomeAs } from './simulated-request.ts';
import { createSimulatedTeam, type SimulatedComputer } from './simulated-team.ts';

const minute = 60_000;
const roles = [{ role: 'owner' }, { role: 'operator' }, { role: 'approver' }] as const;

class ClaimOrders {
  readonly #team;
  readonly #sent: Sent[] = [];
  readonly #unclaimed = new Set<string>();
  /** Newest key of each form, by computer and request: `isAgain` uses the key once more. */
  readonly #unused = new Map<string, string>();
  /** Presses by their keys. */
  readonly #pressed = new Map<string, { readonly alike: string; readonly at: number }>();
  #keys = 0;
  readonly #limit: number | null;

  constructor({ isAllowedWithout, limit }: Pick<Lived, 'isAllowedWithout' | 'limit'>) {
    this.#limit = limit;
    this.#team = createSimulatedTeam(roles, (_index, { audit }) => {
      const append = audit.append.bind(audit);
      audit.append = (entry) => {
        if (entry.action === 'sent-without-claim')
          for (const key of String(entry.facts?.['intentKeys']).split(' '))
            this.#unclaimed.add(key);
        return append(entry);
      };
      return {
        takeOther: null,
        allowsWithoutDatabase: () => isAllowedWithout,
        limitOf: () => limit,
      };
    });
  }

  #computer(index: number): SimulatedComputer {
    const found = this.#team.computers[index];
    if (found === undefined) throw new TypeError('There is no such computer.');
    return found;
  }
  #membersNow = (): SimulatedComputer[] =>
    this.#team.computers.filter((one) => one.role() !== null && one.state.get()?.ended === null);

  #isMember = (index: number): boolean => this.#membersNow().includes(this.#computer(index));

  async begin(): Promise<void> {
    for (const one of this.#team.computers) await one.exchange();
  }

  async take(step: Step): Promise<void> {
    if ('presses' in step) await this.#press(step.presses, step.turns);
    else if ('answer' in step) await this.#answer(step.answer, step.end);
    else if ('exchange' in step) await this.#exchange(this.#computer(step.exchange));
    else if ('restart' in step) this.#restart(step.restart);
    else if ('cut' in step) {
      const { line } = this.#computer(step.cut);
      line.cutAfter = step.after;
      line.isLate = step.isLate;
    } else if ('mend' in step) await this.#mend(this.#computer(step.mend));
    else if ('notices' in step) await this.#notice(this.#computer(step.notices));
    else if ('skew' in step) this.#computer(step.skew).line.skew = step.minutes * minute;
    else if ('minutes' in step) await this.#pass(step.minutes);
    else if ('states' in step) await this.#state(this.#computer(step.states), step.verdict);
    else if ('resolves' in step) this.#resolve(this.#computer(step.resolves), step);
    else await this.#remove(this.#computer(step.removes));
    expect(this.#team.failures).toEqual([]);
  }

  /** Whoever is on is seen: a computer that is connected says so every few seconds. */
  async #pass(minutes: number): Promise<void> {
    this.#team.pass(minutes * minute);
    for (const one of this.#team.computers) await one.at().connected.hearNow();
  }

  async #notice(one: SimulatedComputer): Promise<void> {
    one.at().connected.wake();
    vi.advanceTimersByTime(30);
    await this.#team.quiet();
  }

  async #exchange(one: SimulatedComputer): Promise<void> {
    const settled = this.#sent.filter(({ by, state }) => by === one.index && state !== 'under way');
    const wasMember = this.#membersNow().includes(one);
    if (!(await one.exchange()) || !wasMember || !this.#membersNow().includes(one)) return;
    for (const sent of settled) sent.isTold = true;
  }

  async #mend(one: SimulatedComputer): Promise<void> {
    Object.assign(one.line, { isDown: false, cutAfter: null });
    await this.#exchange(one);
  }

  #restart(index: number): void {
    this.#computer(index).restart();
    for (const sent of this.#sent)
      if (sent.by === index && sent.state === 'under way') sent.state = 'unanswered';
  }

  async #answer(which: number, end: End): Promise<void> {
    const open = this.#sent.filter(({ state }) => state === 'under way');
    const sent = open[which % Math.max(1, open.length)];
    if (sent === undefined) return;
    sent.state = end;
    sent.answer(outcomeAs(end, sent.key));
    await this.#team.quiet();
  }

  async #press(presses: readonly Press[], turns: readonly Turn[]): Promise<void> {
    const closing = this.#team.computers.map(() => new AbortController());
    const begin = (): void => {
      for (const one of presses) {
        const sending = this.#send(one, closing[one.computer]?.signal);
        sending.catch((error: unknown) => this.#team.failures.push(error));
      }
    };
    await this.#team.together(begin, async (at) => {
      const { pick, before } = turns[at] ?? { pick: 0, before: null };
      if (before === null) return pick;
      if ('kill' in before) this.#restart(before.kill);
      else if ('minutes' in before) this.#team.pass(before.minutes * minute);
      else if ('closes' in before) closing[before.closes]?.abort();
      else Object.assign(this.#computer(before.cut).line, { cutAfter: 0, isLate: before.isLate });
      await this.#team.quiet();
      return pick;
    });
  }

  #keyOf({ computer: at, alike, isAgain }: Press): string {
    const form = `${at} ${alike}`;
    const before = this.#unused.get(form);
    if (isAgain && before !== undefined) return before;
    this.#keys += 1;
    const key = this.#keys.toString(16).padStart(32, '0');
    this.#unused.set(form, key);
    this.#pressed.set(key, { alike: `${alike}@example.com`, at });
    return key;
  }

  /** As often as it is asked about, a person goes on, or does not. */
  async #send(asked: Press, signal?: AbortSignal): Promise<'sent' | 'asked' | 'not'> {
    const one = this.#computer(asked.computer);
    const key = this.#keyOf(asked);
    const email = `${asked.alike}@example.com`;
    let confirmed: readonly string[] = [];
    const send = () => this.#arrive({ key, alike: email, by: one.index }, confirmed);
    const form = { key, email, isForm: asked.isForm, signal, send };
    const opened = one.at();
    for (let times = 0; times < 20; times += 1) {
      const failure = await createCustomer(opened, { ...form, confirmed });
      if (failure?.code !== 'ASKS_FIRST')
        return failure === null || this.#ofKey(key) !== undefined ? 'sent' : 'not';
      const asks = failure.data['asks'] as readonly string[];
      for (const name of asks) if (!confirmed.includes(name)) this.#ask(one, name);
      if (!asked.isStubborn) return 'asked';
      confirmed = asks;
    }
    throw new Error('It is asked about for ever.');
  }

  #ofKey = (key: string): Sent | undefined => this.#sent.find((one) => one.key === key);

  /** Nothing exists of it, and all that read the log know that. */
  #isOver(key: string): boolean {
    const sent = this.#ofKey(key);
    return sent !== undefined && isNothing(sent.state) && sent.isTold && !sent.isSaid;
  }

  /** Claims ask about what has not ended. */
  #ask(one: SimulatedComputer, name: string): void {
    const [what, hash = ''] = name.split(':');
    if (what !== 'claim') return;
    const table = tableOf(one);
    const [claim] = table.some([hash]);
    if (claim === undefined || this.#isOut(claim.author)) return;
    // It may have been sent under a later claim of its, or without one.
    const isEnded =
      this.#ofKey(claim.key) === undefined ? table.isReleased(hash) : this.#isOver(claim.key);
    expect([name, isEnded]).toEqual([name, false]);
  }

  #isOut = (author: string): boolean =>
    this.#team.computers.some((one) => one.own === author && one.role() === null);

  /** The service gets it: what may exist already was asked about. */
  #arrive(
    one: Pick<Sent, 'key' | 'alike' | 'by'>,
    confirmed: readonly string[],
  ): Promise<WriteOutcome> {
    const { key, alike } = one;
    // What is thrown here would be a failure of sending.
    this.#team.check(() => expect(this.#sent.map((sent) => sent.key)).not.toContain(key));
    const isUnclaimed = this.#unclaimed.has(key);
    const alive = this.#sent.filter(
      (sent) => sent.alike === alike && !(isNothing(sent.state) || sent.isSaid || sent.isUnclaimed),
    );
    if (alive.length > 0 && !isUnclaimed) {
      const about = confirmed.flatMap((name) => requestsNamed(this.#team.computers, name));
      const isAbout = about.some((before) => !this.#isOver(before));
      this.#team.check(() =>
        expect({ key, alike, confirmed, isAbout }).toMatchObject({ isAbout: true }),
      );
    }
    const day = this.#today(one.by);
    this.#expectWithinLimit({ by: one.by, day, isUnclaimed });
    const { promise, resolve } = Promise.withResolvers<WriteOutcome>();
    const state = 'under way' as const;
    this.#sent.push({
      ...one,
      day,
      isUnclaimed,
      state,
      isTold: false,
      isSaid: false,
      answer: resolve,
    });
    return promise;
  }

  #today = (index: number): string => dayOf(this.#computer(index).clock.now());

  /** What has a place is no more than a day’s limit. What a computer sends that was removed has none. */
  #expectWithinLimit({ by, day, isUnclaimed }: Pick<Sent, 'by' | 'day' | 'isUnclaimed'>): void {
    const { members } = foldMembership(this.#team.team, this.#team.stored);
    const isRemoved = (index: number) => members.get(this.#computer(index).own)?.role === null;
    if (this.#limit === null || isUnclaimed || isRemoved(by)) return;
    const placed = this.#sent.filter(
      (sent) =>
        sent.day === day &&
        !(isNothing(sent.state) || sent.isSaid || sent.isUnclaimed || isRemoved(sent.by)),
    );
    const most = this.#limit - 1;
    this.#team.check(() => expect(placed.length).toBeLessThanOrEqual(most));
  }

  #said(keys: readonly string[]): void {
    for (const sent of this.#sent) if (keys.includes(sent.key)) sent.isSaid = true;
  }

  async #state(one: SimulatedComputer, verdict: 'absent' | 'exists' | 'unknown'): Promise<void> {
    const { colleagues, resolveBlocked } = one.at().connected;
    if (resolveBlocked() !== null) return;
    const { open } = await colleagues.list();
    const claims = open.map(({ claim }) => claim).slice(0, verdict === 'exists' ? 1 : 9);
    const table = tableOf(one);
    const keys = table.some(claims).map(({ key }) => key);
    const resourceId = verdict === 'exists' ? `customer_${keys[0]}` : null;
    try {
      await colleagues.settle(claims, { verdict, resourceId, reason: 'r', checked: 'c' });
    } catch (error) {
      if (error instanceof Failed) return;
      if (!(error instanceof TeamDatabaseAway)) throw error;
    }
    this.#said(keys);
  }

  #resolve(one: SimulatedComputer, { which, verdict }: Extract<Step, { resolves: number }>): void {
    const { intents, claims } = one.at();
    const mine = intents
      .list({ offset: 0, limit: 99 })
      .rows.filter(({ state }) => ['unknown', 'exists', 'absent'].includes(state))
      .filter(({ key }) => claims.resolveBlocked() === null || this.#isOf(one, key));
    const intent = mine[which % Math.max(1, mine.length)];
    if (intent === undefined || (intent.state === 'unknown') === (verdict === 'unknown')) return;
    const resourceId = verdict === 'exists' ? `customer_${intent.key}` : null;
    one.desk.resolutions.append({ intentKey: intent.key, verdict, resourceId, how: 'word' });
    this.#said([intent.key]);
  }

  #isOf = (one: SimulatedComputer, key: string): boolean => this.#ofKey(key)?.by === one.index;

  async #remove(one: SimulatedComputer): Promise<void> {
    const owner = this.#computer(0);
    if (owner.at().connected.membership().members.get(one.own)?.role === null) return;
    const heads = owner.headsOf(one.own);
    await owner.change((now) => removeMember(now, one.own, heads, systemRandom));
  }

  /** Everything is told to everybody, and then what is free can be sent, and what is not can be after a question. */
  async end(last: End): Promise<void> {
    while (this.#sent.some(({ state }) => state === 'under way')) await this.#answer(0, last);
    for (const one of this.#team.computers) await this.#mend(one);
    for (const _ of [1, 2]) for (const one of this.#team.computers) await this.#exchange(one);
    this.#expectAgreement();
    for (const one of this.#membersNow()) {
      this.#expectOwnClaims(one);
      for (const alike of [0, 1]) await this.#expectWay(one, alike);
    }
    expect(this.#team.failures).toEqual([]);
  }

  /** The same claims have the same result on every computer. */
  #expectAgreement(): void {
    const [first, ...others] = this.#membersNow().map((one) => claimsSeen(one, this.#isOut));
    for (const other of others) expect(other).toEqual(first);
  }

  /** What was sent stays claimed, and what was not is not. */
  #expectOwnClaims(one: SimulatedComputer): void {
    const table = tableOf(one);
    const claimed = one.desk.sqlite.texts('SELECT hash FROM team_claims WHERE author = ?', [
      one.own,
    ]);
    const kept = table.some(claimed).filter(({ isReleased }) => !isReleased);
    const sent = this.#sent.filter(({ by }) => by === one.index);
    const stated = table.settlements(claimed);
    const keysOf = (some: readonly { key: string }[]) =>
      [...new Set(some.map(({ key }) => key))].sort();
    const unsent = kept.filter(({ hash, key }) => !stated.has(hash) && !this.#isOf(one, key));
    expect(keysOf(unsent)).toEqual([]);
    const claimedOnes = sent.filter(({ isUnclaimed }) => !isUnclaimed);
    expect(keysOf(kept)).toEqual(expect.arrayContaining(keysOf(claimedOnes)));
  }

  async #expectWay(one: SimulatedComputer, alike: number): Promise<void> {
    const name = `${alike}@example.com`;
    const before = this.#sent.filter((sent) => sent.alike === name);
    const table = tableOf(one);
    const claims = table
      .some(one.desk.sqlite.texts('SELECT hash FROM team_claims'))
      .filter(({ key }) => this.#pressed.get(key)?.alike === name);
    const stated = table.settlements(claims.map(({ hash }) => hash));
    // What is not believed of who was removed is asked about.
    const isOfMembers = [...this.#pressed.values()].every(
      ({ alike: of, at }) => of !== name || this.#isMember(at),
    );
    const isFree =
      isOfMembers &&
      claims.every(
        ({ hash, key, isReleased }) =>
          this.#isOver(key) || (isReleased && this.#ofKey(key) === undefined && !stated.has(hash)),
      );
    const isAlive = before.some(
      ({ key, isUnclaimed, isSaid }) => !(isUnclaimed || isSaid || this.#isOver(key)),
    );
    const hasPlace = this.#hasPlace();
    const press = { computer: one.index, alike, isForm: false, isAgain: false };
    const first = await this.#settled({ ...press, isStubborn: false });
    if (isFree && hasPlace) expect(first).toBe('sent');
    if (isAlive && hasPlace) expect(first).toBe('asked');
    if (first !== 'sent' && hasPlace)
      expect(await this.#settled({ ...press, isStubborn: true })).toBe('sent');
    await this.#exchange(one);
  }

  /** Whether the day's limit leaves room. Sent requests count until over, unsent ones of removed computers too. */
  #hasPlace(): boolean {
    if (this.#limit === null) return true;
    const held = [...this.#pressed].filter(([key, { at }]) => {
      return this.#ofKey(key) === undefined ? !this.#isMember(at) : !this.#isOver(key);
    });
    return held.length < this.#limit;
  }

  /** Refused where it is sent. */
  async #settled(press: Press): Promise<string> {
    const sending = this.#send(press);
    sending.catch(() => undefined);
    await this.#team.quiet();
    await this.#answer(0, 'refused');
    return await sending;
  }

  close(): void {
    this.#team.close();
  }
}

/** With fake timers, so that the exchange does nothing by itself. */
export async function liveClaims({ steps, last, ...rules }: Lived): Promise<void> {
  const orders = new ClaimOrders(rules);
  try {
    await orders.begin();
    for (const one of steps) await orders.take(one);
    await orders.end(last);
  } finally {
    vi.clearAllTimers();
    orders.close();
  }
}
