/** For tests: computers of a team that ask for approval, decide and send in any order, and what has to hold. */
import { expect, vi } from 'vitest';
import { sha256Hex } from '../../../../../platform/canonical-json.ts';
import { TeamDatabaseAway } from '../../../../../team-log/errors.ts';
import type { StillApproved } from '../../../../core/intents/approvals.ts';
import { Failed } from '../../../../core/intents/failed.ts';
import {
  contentBytes,
  digestOfRows,
  digestOfWrite,
} from '../../../../features/approvals/contents.ts';
import { approvalOf } from '../../../../features/approvals/testing/team-of-desks.ts';
import { voiceOf } from '../../../../features/team/voice.ts';
import type { Lived, Step } from './approval-steps.ts';
import { type Api, openApi, rows } from './approvals-api.ts';
import {
  allowing,
  digestOf,
  expectAllowed,
  knownAt,
  requestsIn,
  type Subject,
  type TeamAt,
} from './approvals-known.ts';
import { createCustomer, customerOf, type End, outcomeAs } from './simulated-request.ts';
import {
  createSimulatedTeam,
  type SimulatedComputer,
  type SimulatedProfile,
  type SimulatedUses,
} from './simulated-team.ts';
import { members, TeamOrders } from './team-orders.ts';

/** A file of two rows, as a computer goes through it. */
interface Run {
  readonly id: string;
  readonly at: number;
  readonly isOfProposal: boolean;
  next: number;
  still: StillApproved | null;
  /** What the database had as it was started or resumed. */
  asked: TeamAt;
}

interface Sending {
  readonly at: number;
  readonly subject: Subject;
  readonly digest: string;
  /** By the entries that the database had as it was asked. */
  readonly asked: TeamAt;
  /** Whose row it is. */
  readonly run?: Run;
}

const hour = 3_600_000;
const emailOf = (content: number): string => `${content}@example.com`;
const rule = { network: null, isNewAddress: false, feeAtLeast: null, rowsAtLeast: null };

class ApprovalOrders extends TeamOrders {
  readonly #apis = new Map<number, Api>();
  readonly #runs: Run[] = [];
  readonly #forms = new Map<number, string>();
  readonly #without = new Set<string>();
  /** Proposals that something that may exist was sent by. */
  readonly #used = new Set<string>();
  /** As the service is to answer next. */
  #end: End = 'answered';
  /** Proposal that its maker sends. */
  #sending: string | null = null;
  #sent = 0;
  #keys = 0;
  protected readonly team = createSimulatedTeam(members, (index, profile) =>
    this.#usesOf(index, profile),
  );

  #usesOf(index: number, profile: SimulatedProfile): SimulatedUses {
    const api = this.#open(index, profile);
    return {
      takeOther: api.take,
      allowsWithoutDatabase: api.allowsWithoutDatabase,
      limitOf: api.limitOf,
      onChange: api.changed,
      onConnected(connected, state) {
        const row = state.get();
        if (row !== null) api.use(voiceOf({ row, state, connected }));
      },
    };
  }

  /** Asked again as it joins: the profile stays open. */
  #open(index: number, profile: SimulatedProfile): Api {
    const api = openApi(profile, {
      create: (key, email, confirmed) => this.#create(index, key, email, confirmed),
      start: (id) => this.#start(index, id, true),
      hasRun: (id) => this.#runs.some((run) => run.id === id && run.at === index),
      onWithout: (id) => void this.#without.add(id),
    });
    this.#apis.set(index, api);
    return api;
  }

  #api(index: number): Api {
    const api = this.#apis.get(index);
    if (api === undefined) throw new TypeError('It is not open.');
    return api;
  }

  async begin(policy: Lived['policy']): Promise<void> {
    await this.exchangeAll();
    await this.#set(policy);
    await this.exchangeAll();
  }

  async take(step: Step): Promise<void> {
    if ('isAfterAll' in step && step.isAfterAll) await this.exchangeAll();
    if ('sets' in step) await this.#set(step);
    else if ('form' in step) await this.#form(step);
    else if ('decides' in step) await this.#decide(step);
    else if ('signs' in step) await this.#sign(step);
    else if ('withdraws' in step || 'sends' in step) await this.#byMaker(step);
    else if ('runs' in step) await this.#run(step.runs, step.proposes);
    else if ('row' in step) await this.#row(step.row, step.end);
    else if ('resumes' in step) await this.#resume(step.resumes);
    else await this.#aside(step);
    expect(this.team.failures).toEqual([]);
  }

  async #aside(step: Step): Promise<void> {
    if ('hours' in step) this.team.pass(step.hours * hour);
    else if ('turns' in step) await this.turn(this.computer(step.turns), step.role);
    else if ('joins' in step) await this.join();
    else if ('restart' in step) {
      this.computer(step.restart).restart();
      for (const run of this.#runs) if (run.at === step.restart) run.still = null;
    } else if ('cut' in step)
      Object.assign(this.computer(step.cut).line, { cutAfter: step.after, isLate: step.isLate });
    else if ('mend' in step) await this.mend(this.computer(step.mend));
    else if ('exchange' in step) await this.exchange(this.computer(step.exchange));
    else if ('notices' in step && this.computer(step.notices).isInTeam()) {
      this.computer(step.notices).at().connected.wake();
      vi.advanceTimersByTime(30);
      await this.team.quiet();
    }
  }

  async #set({
    sets,
    approvers,
    ofFiles,
    without,
  }: Extract<Step, { sets: number }>): Promise<void> {
    const api = this.#api(sets);
    const counts = [['createCustomer', approvers] as const, ['bulk', ofFiles] as const];
    const rules = counts
      .filter(([, count]) => count > 0)
      .map(([of, count]) => ({ ...rule, of, approvers: count }));
    const policy = { rules, limits: [], allowWithoutDatabase: without };
    await this.try(async () => await api.setPolicy(policy, api.toSetPolicy().read));
  }

  async #form({
    form,
    content,
    isSame,
    proposes,
    end,
  }: Extract<Step, { form: number }>): Promise<void> {
    this.#end = end;
    const before = this.#forms.get(form);
    const key = isSame && before !== undefined ? before : this.#newKey();
    this.#forms.set(form, key);
    const email = emailOf(content);
    const failure = await this.try(() =>
      this.#confirming((asks) => this.#create(form, key, email, asks)),
    );
    if (!(proposes && failure instanceof Failed && failure.code === 'NEEDS_APPROVAL')) return;
    const asked = {
      what: 'createCustomer' as const,
      intentKey: key,
      input: customerOf(email),
      confirmed: [],
    };
    const shown = { ownName: '', reviewedAddress: null, confirmations: [] };
    await this.try(() => this.#api(form).propose({ ...asked, ...shown } as never, ''));
  }

  #newKey(): string {
    this.#keys += 1;
    return this.#keys.toString(16).padStart(32, '0');
  }

  /** A person goes on in spite of what is asked. */
  async #confirming(
    create: (asks: readonly string[]) => Promise<Failed | null>,
  ): Promise<Failed | null> {
    let asks: readonly string[] = [];
    for (let times = 0; times < 20; times += 1) {
      const failure = await create(asks);
      if (failure?.code !== 'ASKS_FIRST') return failure;
      asks = failure.data['asks'] as readonly string[];
    }
    throw new Error('It is asked about for ever.');
  }

  async #create(
    at: number,
    key: string,
    email: string,
    confirmed: readonly string[],
  ): Promise<Failed | null> {
    const digest = digestOfWrite('createCustomer', customerOf(email));
    const asked = this.stored();
    const send = async () => {
      this.#arrive(key, { at, subject: 'createCustomer', digest, asked });
      return outcomeAs(this.#end, key);
    };
    const form = { key, email, confirmed, isForm: true, send, onChange: this.#api(at).changed };
    return await createCustomer(this.computer(at).profile(), form);
  }

  async #decide({ decides, which, isApproval }: Extract<Step, { decides: number }>): Promise<void> {
    const api = this.#apis.get(decides);
    const found = this.proposal(which);
    if (api === undefined || found === undefined) return;
    const decision = isApproval ? 'approved' : 'refused';
    await this.try(async () => {
      const { proposal } = await api.toDecide(found.hash);
      await api.decide({ id: found.hash, digest: proposal.digest, decision, note: '' });
    });
  }

  /** As a computer that asks nothing of its own might. */
  async #sign({ signs, which, ...step }: Extract<Step, { signs: number }>): Promise<void> {
    const one = this.computer(signs);
    const found = this.proposal(which);
    if (!one.isInTeam() || found === undefined) return;
    const digest = step.isOfOther ? 'd'.repeat(64) : sha256Hex(contentBytes(found.content));
    const decision = step.isApproval ? 'approved' : 'refused';
    const content = contentBytes({ ...approvalOf(found.hash, digest), decision });
    const { connected } = one.at();
    await connected.say(found.stream, { kind: 'approval', content }).catch((error: unknown) => {
      // Its role does not let it, or the line is down.
      if (!(error instanceof RangeError || error instanceof TeamDatabaseAway)) throw error;
    });
    this.#api(signs).changed();
  }

  async #byMaker(step: Extract<Step, { withdraws: number } | { sends: number }>): Promise<void> {
    const found = this.proposal('sends' in step ? step.sends : step.withdraws);
    const maker = this.team.computers.find(({ own }) => own === found?.author);
    if (found === undefined || maker === undefined) return;
    if ('withdraws' in step) {
      await this.try(() => this.#api(maker.index).withdraw(found.hash, ''));
      return;
    }
    this.#end = step.end;
    await this.#send(maker, found.hash);
  }

  async #send(maker: SimulatedComputer, id: string): Promise<Failed | null> {
    this.#sending = id;
    const failure = await this.#confirming(async (asks) => {
      const done = await this.try(() => this.#api(maker.index).send(id, [...asks]));
      return done instanceof Failed ? done : null;
    });
    this.#sending = null;
    return failure;
  }

  async #run(at: number, proposes: boolean): Promise<void> {
    const failure = await this.try(() => this.#start(at, this.#newKey(), false));
    if (!(proposes && failure instanceof Failed && failure.code === 'NEEDS_APPROVAL')) return;
    const asked = { what: 'bulk', draftId: 'a', confirmations: [], digest: '' };
    await this.try(() => this.#api(at).propose(asked as never, ''));
  }

  async #start(at: number, id: string, isOfProposal: boolean): Promise<void> {
    const asked = this.stored();
    const { approvals } = this.computer(at).profile();
    const still = await approvals.requireRun({ id, kind: 'customer', rows, isResumed: false });
    this.#runs.push({ id, at, isOfProposal, next: 0, still, asked });
  }

  async #resume(which: number): Promise<void> {
    const run = this.#runs.at(-1 - (which % Math.max(1, this.#runs.length)));
    if (run === undefined || run.still !== null) return;
    run.asked = this.stored();
    const { approvals } = this.computer(run.at).profile();
    const order = {
      id: run.id,
      kind: 'customer',
      rows: rows.slice(run.next),
      isResumed: true,
    } as const;
    await this.try(async () => {
      run.still = await approvals.requireRun(order);
    });
  }

  async #row(which: number, end: End): Promise<void> {
    const run = this.#runs.at(-1 - (which % Math.max(1, this.#runs.length)));
    const row = rows[run?.next ?? rows.length];
    if (run === undefined || row === undefined || run.still === null) return;
    const { intents, claims } = this.computer(run.at).profile();
    const key = this.#newKey();
    const claim = { key, operation: 'createCustomer', sameness: run.id, isSecond: true } as const;
    const failure = await this.try(async () => {
      await claims.take([claim], []);
      run.still?.(1);
      run.next += 1;
      const digest = digestOfRows('customer', rows);
      const sending = { subject: 'bulk' as const, digest, run, at: run.at, asked: run.asked };
      const send = async () => {
        this.#arrive(run.id, sending);
        return outcomeAs(end, key);
      };
      await intents.run({ key, operation: 'createCustomer', input: row.input, send });
      return undefined;
    });
    // As a run pauses.
    if (failure !== undefined) run.still = null;
  }

  /** The service gets it. @param key of the request, or the number of the run */
  #arrive(key: string, sending: Sending): void {
    this.#sent += 1;
    const one = this.computer(sending.at);
    if (!one.isInTeam()) return;
    const here = this.here(one);
    const { subject, digest, asked, run } = sending;
    const place = { own: one.own, isDown: one.line.isDown, isWithout: this.#without.has(key) };
    this.team.check(() => {
      // Before it has read all once, no policy is known.
      expect(one.state.get()?.exchanged_at).not.toBeNull();
      const of = { subject, digest, isBegun: run !== undefined };
      const runOf = run?.isOfProposal === true ? run.id : null;
      const isBy = ({ hash, content }: { hash: string; content: { intentKey: string } }) =>
        hash === this.#sending || content.intentKey === key;
      const from = { ...place, runOf, used: this.#used, isBy };
      const by = expectAllowed({ here, asked }, of, from);
      if (by !== null && this.#end !== 'not-sent') this.#used.add(by);
    });
  }

  async end(): Promise<void> {
    this.#end = 'answered';
    for (const _ of [1, 2, 3]) for (const one of this.team.computers) await this.mend(one);
    const isOut = (author: string) => !this.membersNow().some(({ own }) => own === author);
    const [first, ...others] = this.membersNow().map((one) => {
      const api = this.#api(one.index);
      api.changed();
      const kept = api.rows().filter(({ id }) => !isOut(this.#authorOf(id)));
      return kept.map(({ id, state, given, needed }) => [id, state, given, needed]).sort();
    });
    for (const other of others) expect(other).toEqual(first);
    for (const one of this.membersNow()) await this.#expectNothingLost(one);
    expect(this.team.failures).toEqual([]);
  }

  #authorOf = (id: string): string =>
    this.team.computers.flatMap(({ desk }) => knownAt(desk.sqlite)).find(({ hash }) => hash === id)
      ?.author ?? '';

  /** What enough others approved can be sent, and is approved everywhere until then. */
  async #expectNothingLost(one: SimulatedComputer): Promise<void> {
    for (const { hash, content } of requestsIn(this.here(one))) {
      const row = this.#api(one.index)
        .rows()
        .find(({ id }) => id === hash);
      const subject = content.request.what === 'bulk' ? 'bulk' : 'createCustomer';
      const asked = { subject, digest: digestOf({ content }), isBegun: false } as const;
      const isAllowed = allowing(this.here(one), one.own, asked).some((by) => by.hash === hash);
      if (!isAllowed) continue;
      expect(['approved', 'sent']).toContain(row?.state);
      if (row?.state !== 'approved' || one.state.hasProblems()) continue;
      const before = this.#sent + this.#runs.length;
      expect([hash, await this.#send(one, hash)]).toEqual([hash, null]);
      expect(this.#sent + this.#runs.length).toBe(before + 1);
    }
  }
}

/** With fake timers, so that the exchange does nothing by itself. */
export async function liveApprovals({ policy, steps }: Lived): Promise<void> {
  const orders = new ApprovalOrders();
  try {
    await orders.begin(policy);
    for (const one of steps) await orders.take(one);
    await orders.end();
  } finally {
    vi.clearAllTimers();
    orders.close();
  }
}
