/** For tests: files of a treasurer, started, cut off, killed and resolved in any order. */
import { vi } from 'vitest';
import type { BulkDraft } from '../../../../bridge/bulk.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { Step } from './bulk-steps.ts';
import { newKey, RequestOrders } from './request-orders.ts';
import { checkRuns } from './run-pages.ts';
import type { Got } from './simulated-service.ts';
import type { LaidOutFile } from './treasury.ts';
import type { WantedRun } from './wishes.ts';

type Order = Awaited<ReturnType<BulkOrders['console']['bulk']['orderOf']>>;

/** What stands on the screen. */
interface Draft {
  readonly view: BulkDraft;
  readonly wanted: WantedRun;
}
interface Proposal {
  readonly id: string;
  readonly order: Order;
  readonly run: WantedRun;
}

export class BulkOrders extends RequestOrders {
  #draft: Draft | null = null;
  #departed: Got | null = null;
  readonly #proposals: Proposal[] = [];

  async take(step: Step): Promise<void> {
    await this.#do(step);
    await this.quiet();
    this.#standStill();
    await this.revive();
    // Between two presses there is time for something to begin.
    await this.pass(20);
    this.check();
  }

  /** For an account that is not what was asked for, as soon as the answer came. */
  #standStill(): void {
    const { going } = this.wishes;
    const departs = this.service.got.findLast(
      ({ end, kind }) => end === 'departs' && kind === 'virtualAccount',
    );
    if (departs === undefined || departs.isLost || departs === this.#departed) return;
    this.#departed = departs;
    if (going?.rows.some(({ label }) => label === departs.label)) this.wishes.going = null;
  }

  async #do(step: Step): Promise<void> {
    await this.#doRuns(step);
    await this.#doAround(step);
    await this.doRequests(step);
  }

  async #doRuns(step: Step): Promise<void> {
    if ('drops' in step) await this.drop(this.files[step.drops], step.includes);
    if ('swaps' in step) this.#swap();
    if ('starts' in step) this.#start(step.starts);
    if ('pauses' in step) this.#pause(step.pauses);
    if ('goesOn' in step) void this.goOn(step.goesOn);
    if ('stops' in step) this.#stop(step.stops);
    if ('closes' in step) await this.#close(step.closes);
    if ('approves' in step) this.#approve(step);
    if ('isRevoked' in step) this.isRevoked = step.isRevoked;
    if ('signsOff' in step) this.signOff();
  }

  async #doAround(step: Step): Promise<void> {
    if ('answers' in step) this.service.answer(step.answers, step.isNewestFirst);
    if ('passes' in step) await this.pass(step.passes);
    if ('killed' in step) await this.kill();
    if ('killAt' in step) this.console.disk.killAt(step.killAt, step.isKept);
    if ('isAway' in step) this.service.isAway = step.isAway;
    if ('usual' in step) this.service.usual = step.usual;
    if ('fullAfter' in step) this.console.disk.refuse(step.fullAfter, step.count);
    this.wishes.wasDiskFull ||= 'fullAfter' in step;
    if ('minutes' in step) this.setClock(systemClock.now() + step.minutes * 60_000);
    if ('isBlocked' in step) this.setBlock(step.isBlocked);
  }

  protected check(): void {
    checkRuns(this.console, this.wishes, this.service, this.takenBack);
    if (this.wishes.violations.length > 0) throw new Error(this.wishes.violations.join('\n'));
  }

  /** Uploaded and checked, with duplicates included as said. */
  protected async drop(
    file: LaidOutFile | undefined,
    includes: 'none' | 'first' | 'all',
  ): Promise<void> {
    if (file === undefined) return;
    await this.press(async () => {
      const { upload, drafts } = this.console.bulk;
      const bytes = Buffer.from(file.content);
      const about = { kind: this.kind, fileName: 'list.csv', bytes: bytes.length };
      const { uploadId } = upload.begin(about);
      upload.append({ uploadId, offset: 0, base64: bytes.toString('base64') });
      const { id } = upload.finish(uploadId);
      for (let turns = 0; drafts.get(id).status !== 'ready'; turns += 1) {
        if (turns > 5_000) throw new Error(`The file is not read: ${drafts.get(id).sentence}`);
        await new Promise((done) => setImmediate(done));
      }
      const { rows } = drafts.rows({
        id,
        standing: 'duplicate',
        asked: null,
        remark: null,
        offset: 0,
        limit: 99,
      });
      const some = includes === 'all' ? rows : rows.slice(0, 1);
      if (includes !== 'none' && rows.length > 0)
        await drafts.include(
          id,
          some.map(({ row }) => row),
          true,
        );
      const view = drafts.get(id);
      this.#draft = { view, wanted: this.#wantedOf(view, file) };
      this.#expectDuplicatesSaid(id, file);
    });
  }

  /** A person reads of each row that it is like something that may be there. */
  #expectDuplicatesSaid(id: string, { rows }: LaidOutFile): void {
    const known = new Set(
      this.service.got.filter(this.wishes.standsFor).map(({ sameness }) => sameness),
    );
    for (const sameness of this.wishes.told.values()) known.add(sameness);
    const ready = this.console.bulk.drafts.rows({
      id,
      standing: 'ready',
      asked: null,
      remark: null,
      offset: 0,
      limit: 99,
    });
    for (const { row } of ready.rows) {
      const laidOut = rows.find((one) => one.row === row);
      if (laidOut !== undefined && known.has(laidOut.sameness))
        this.wishes.violations.push(`row ${row} is like what may be there, and nobody reads that`);
    }
  }

  /** As it is read on the screen. */
  #wantedOf(view: BulkDraft, file: LaidOutFile): WantedRun {
    const lookedAt = this.service.got.length;
    const { rows } = this.console.bulk.drafts.rows({
      id: view.id,
      standing: 'to-send',
      asked: null,
      remark: null,
      offset: 0,
      limit: 99,
    });
    return {
      id: null,
      sha256: view.sha256,
      told: file.rows.map(({ row }) => row),
      lookedAt,
      rows: rows.map(({ row, standing }) => {
        const laidOut = file.rows.find((one) => one.row === row);
        if (laidOut === undefined) throw new TypeError('There is no such row.');
        const { label, sameness } = laidOut;
        return { row, label, sameness, isSecond: standing === 'duplicate' };
      }),
    };
  }

  /** In another window, others are included than this one shows. */
  #swap(): void {
    const { drafts } = this.console.bulk;
    const id = this.#draft?.view.id;
    if (id === undefined || !drafts.list().some((one) => one.id === id)) return;
    const { rows } = drafts.rows({
      id,
      standing: 'duplicate',
      asked: null,
      remark: null,
      offset: 0,
      limit: 99,
    });
    for (const { row, isIncluded } of rows)
      void this.press(() => drafts.include(id, [row], !isIncluded));
  }

  #start(windows: number): void {
    const draft = this.#draft;
    if (draft === null) return;
    this.startDraft(draft, windows);
  }

  protected startDraft(draft: Draft, windows: number): void {
    const { id, confirmations, digest } = draft.view;
    if (!this.console.bulk.drafts.list().some((one) => one.id === id)) return;
    const order = { id, confirmations, digest, knownAt: null };
    const run = { ...draft.wanted };
    void this.#begin(run, windows, async () => {
      try {
        return (await this.console.bulk.drafts.start(order)).id;
      } catch (error) {
        if (!(error instanceof Failed) || error.code !== 'NEEDS_APPROVAL') throw error;
        // As it would be proposed.
        const proposed = await this.console.bulk.orderOf(order);
        const id = newKey();
        await this.console.bulk.keepProposed(id, proposed);
        this.#proposals.push({ id, order: proposed, run });
        throw error;
      }
    });
  }

  /** @param start gives the id of the run */
  async #begin(run: WantedRun, windows: number, start: () => Promise<string>): Promise<void> {
    const before = this.wishes.going;
    const { life } = this.service;
    this.wishes.runs.push(run);
    this.wishes.going ??= run;
    let begun = 0;
    const press = () =>
      this.press(async () => {
        run.id = await start();
        begun += 1;
        this.wishes.going = run;
      });
    await Promise.all(Array.from({ length: windows }, press));
    if (life !== this.service.life) return;
    if (begun > 1) this.wishes.violations.push('one file was started by both windows');
    if (begun === 0) this.forgetRun(run);
    if (begun === 0) this.wishes.going = before;
  }

  #approve({ approves, windows }: { approves: number; windows: number }): void {
    const proposal = this.#proposals[approves % Math.max(1, this.#proposals.length)];
    if (proposal === undefined || this.wishes.runs.some(({ id }) => id === proposal.id)) return;
    this.approved.add(proposal.id);
    const { order, run, id } = proposal;
    const file = structuredClone(order);
    const wanted = { ...run, id: null };
    void this.#begin(
      wanted,
      windows,
      async () => (await this.console.bulk.startApproved(id, file)).id,
    );
  }

  #newestRun(): WantedRun | undefined {
    const { runs } = this.console.bulk;
    return this.wishes.runs.findLast(
      ({ id }) => id !== null && !['done', 'stopped'].includes(runs.get(id).state),
    );
  }

  #pause(windows: number): void {
    const id = this.#newestRun()?.id;
    if (id == null) return;
    for (let window = 0; window < windows; window += 1) this.console.bulk.runs.pause(id);
    // Everything was quiet: what comes from here on was not in flight.
    if (this.wishes.going?.id === id) this.wishes.going = null;
  }

  protected goOn(windows: number): Promise<unknown> {
    const run = this.#newestRun() ?? this.wishes.runs.findLast(({ id }) => id !== null);
    if (run?.id == null) return Promise.resolve();
    const { id } = run;
    const before = this.wishes.going;
    this.wishes.going ??= run;
    const press = () =>
      this.press(async () => {
        const { state } = await this.console.bulk.runs.goOn(id, null);
        if (state === 'running') this.wishes.going = run;
      });
    return Promise.all(Array.from({ length: windows }, press)).then((all) => {
      if (all.every((one) => one instanceof Error) && this.wishes.going === run)
        this.wishes.going = before;
    });
  }

  #stop(windows: number): void {
    const run = this.#newestRun();
    if (run?.id == null) return;
    const { id } = run;
    if (this.wishes.going === run) this.wishes.going = null;
    for (let window = 0; window < windows; window += 1)
      void this.press(() => this.console.bulk.runs.stop(id));
  }

  /** As a profile that is left: what is under way comes to its end before. */
  async #close(end: Parameters<BulkOrders['service']['answerAll']>[0]): Promise<void> {
    const closing = this.console.close();
    let isClosed = false;
    const closed = closing.then(
      () => {
        isClosed = true;
      },
      () => {
        isClosed = true;
      },
    );
    this.wishes.going = null;
    for (let times = 0; times < 60 && !isClosed; times += 1) {
      await this.quiet();
      this.service.answerAll(end);
      await this.quiet();
      if (isClosed || this.console.disk.isDead()) break;
      vi.advanceTimersByTime(100);
    }
    if (!this.console.disk.isDead() && !isClosed) throw new Error('The profile does not close.');
    if (isClosed) await closed;
    if (!this.console.disk.isDead()) await this.kill();
    this.wishes.going = null;
    for (const one of this.wishes.ones) one.isUnderWay = false;
  }

  protected signOff(): void {
    const { bulk, accounts } = this.console;
    for (const { departing } of bulk.runs.list({ offset: 0, limit: 99 }).rows)
      for (const id of departing)
        void this.press(async () => {
          const { mismatchDigest: digest } = await accounts.get(id);
          accounts.signOffMismatch({ id, digest, note: 'They said so by phone.', knownAt: null });
        });
  }

  protected draft = (): Draft | null => this.#draft;
  protected noDraft(): void {
    this.#draft = null;
  }
}
