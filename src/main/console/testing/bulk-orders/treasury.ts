/** For tests: a console over a shaky disk and a service that does as it is told, and what people wanted of both. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { steadyClock, systemClock } from '../../../../platform/clock.ts';
import { isDiskFull } from '../../../../platform/sqlite.ts';
import type { Approvals } from '../../../core/intents/approvals.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { FileRow, Lived } from './bulk-steps.ts';
import { Killed, type ShakyDisk } from './shaky-disk.ts';
import { openConsole, type SimulatedConsole } from './simulated-console.ts';
import { type Kind, SimulatedService, samenessOf } from './simulated-service.ts';
import { type WantedRun, Wishes } from './wishes.ts';

export interface LaidOutRow {
  readonly row: number;
  readonly is: 'good' | 'bad';
  readonly label: string;
  readonly sameness: string;
}
export interface LaidOutFile {
  readonly content: string;
  readonly rows: readonly LaidOutRow[];
}

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));
export const walletOf = (thing: number): string =>
  `0x${'abcdef'.repeat(5)}${String(thing).padStart(10, '0')}`;

export abstract class Treasury {
  readonly kind: Kind;
  protected readonly service: SimulatedService;
  protected readonly wishes: Wishes;
  protected readonly files: readonly LaidOutFile[];
  protected block: 'LOCKED' | null = null;
  /** By the clock that nobody sets. */
  #blockedAt = 0;
  /** Ids of runs that others approved. */
  protected readonly approved = new Set<string>();
  protected isApprovedAll = false;
  protected isRevoked = false;
  /** It counts a word that was taken back: what was created may be in doubt again. */
  protected takenBack = 0;
  readonly #life: Pick<Lived, 'kind' | 'hasPolicy'>;
  readonly #directory = mkdtempSync(join(tmpdir(), 'causeway-bulk-orders-'));
  readonly #key = new Uint8Array(32).fill(1);
  #console: SimulatedConsole | null = null;
  readonly #disks: ShakyDisk[] = [];
  #labels = 0;
  #latest = 0;
  #presses = 0;

  constructor(life: Pick<Lived, 'kind' | 'hasPolicy' | 'files'>) {
    this.#life = life;
    this.kind = life.kind === 'virtualAccount' ? 'virtualAccount' : 'customer';
    this.service = new SimulatedService((got) => this.wishes.judge(got));
    this.open();
    this.wishes = new Wishes(this.service.got, join(this.#directory, 'profile.db'), this.#key);
    this.wishes.forbids = (run) => this.#forbids(run);
    this.files = life.files.map((rows) => this.#layOut(rows));
  }

  protected setBlock(isBlocked: boolean): void {
    if (isBlocked && this.block === null) this.#blockedAt = steadyClock.now();
    this.block = isBlocked ? 'LOCKED' : null;
  }

  #forbids({ id }: WantedRun): string | null {
    // Looked at once a second, and found out with a step.
    if (this.block !== null && steadyClock.now() - this.#blockedAt > 4_000)
      return 'sent by a profile that is locked';
    if (!this.#life.hasPolicy || this.isApprovedAll) return null;
    if (this.isRevoked) return 'sent though what was approved is so no more';
    return id !== null && !this.approved.has(id) ? 'sent of a run that nobody approved' : null;
  }

  protected get console(): SimulatedConsole {
    if (this.#console === null) throw new TypeError('It is not open.');
    return this.#console;
  }

  protected open(): void {
    this.service.life += 1;
    const opened = openConsole({
      file: join(this.#directory, 'profile.db'),
      key: this.#key,
      fetch: this.service.fetchOf(this.service.life),
      writeBlock: () =>
        this.block && { code: this.block, cause: 'locked', sentence: 'It is locked.' },
      approvals: this.#life.hasPolicy ? this.#approvals() : null,
      onKilled: () => this.#die(),
      onChange: () => undefined,
    });
    this.#console = opened;
    this.#disks.push(opened.disk);
  }

  /** The time of day stays. */
  #forgetTimers(): void {
    const now = systemClock.now();
    vi.clearAllTimers();
    vi.setSystemTime(now);
  }

  protected setClock(at: number): void {
    this.#latest = Math.max(this.#latest, systemClock.now());
    vi.setSystemTime(at);
  }
  /** Later than everything that was written. */
  protected latest = (): number => Math.max(this.#latest, systemClock.now());

  /** What this life awaits is never heard of again. */
  #die(): void {
    this.#forgetTimers();
    this.service.forget();
    this.service.life += 1;
    this.wishes.going = null;
    for (const one of this.wishes.ones) one.isUnderWay = false;
  }

  protected async kill(): Promise<void> {
    this.console.disk.kill();
    this.#die();
    await this.quiet();
  }

  /** Where it was killed, it is opened again. */
  protected async revive(): Promise<void> {
    if (!this.console.disk.isDead()) return;
    await this.quiet();
    this.#forgetTimers();
    this.open();
    this.bindRuns();
  }

  #approvals(): Approvals {
    const ask = (): never => {
      throw new Failed('NEEDS_APPROVAL', { sentence: 'Ask.', approvers: 1, reasons: [] });
    };
    return {
      require: async () => () => undefined,
      requireRun: async ({ id }) => {
        if (!this.isApprovedAll && !this.approved.has(id)) ask();
        return () => {
          if (!this.isRevoked) return;
          throw new Failed('INVALID', { sentence: 'No longer.', cause: 'approval' });
        };
      },
    };
  }

  /** Runs that were begun when it was killed are there, or they never were. */
  protected bindRuns(): void {
    const { runs } = this.wishes;
    const known = new Set(runs.map(({ id }) => id));
    for (const { id, sha256 } of this.console.bulk.runs.list({ offset: 0, limit: 99 }).rows) {
      if (known.has(id)) continue;
      const begun = runs.find((run) => run.id === null && run.sha256 === sha256);
      if (begun === undefined) this.wishes.violations.push(`a run that nobody started: ${id}`);
      else begun.id = id;
    }
    for (const run of [...runs]) if (run.id === null) this.forgetRun(run);
  }

  protected forgetRun(run: WantedRun): void {
    this.wishes.runs.splice(this.wishes.runs.indexOf(run), 1);
    if (this.wishes.going === run) this.wishes.going = null;
  }

  /** Nobody waits for what comes of it. */
  protected press(work: () => Promise<unknown>): Promise<unknown> {
    this.#presses += 1;
    const { life } = this.service;
    const pressed = (async () => await work())().catch((error: unknown) => {
      const isExpected =
        life !== this.service.life ||
        error instanceof Failed ||
        error instanceof Killed ||
        isDiskFull(error);
      if (!isExpected) this.wishes.violations.push(`unforeseen: ${String((error as Error).stack)}`);
      return error;
    });
    return pressed.finally(() => {
      this.#presses -= 1;
    });
  }

  /** Until nothing goes on by itself. */
  protected async quiet(): Promise<void> {
    let before = this.#activity();
    for (let still = 0; still < 6; still += 1) {
      await turn();
      const now = this.#activity();
      if (now !== before) still = 0;
      before = now;
    }
  }
  #activity = (): string =>
    `${this.#console?.disk.asked()} ${this.service.got.length} ${this.service.waiting()} ${this.#presses}`;

  protected async pass(milliseconds: number): Promise<void> {
    const step = Math.max(20, milliseconds / 40);
    for (let passed = 0; passed < milliseconds; passed += step) {
      vi.advanceTimersByTime(step);
      await this.quiet();
      await this.revive();
    }
  }

  protected newLabel(): string {
    this.#labels += 1;
    return this.#life.kind === 'virtualAccount' ? String(this.#labels) : `N${this.#labels}`;
  }

  /** As a form or an elsewhere sends it. */
  protected inputOf(thing: number, given?: string): Record<string, unknown> {
    const label = given ?? this.newLabel();
    if (this.#life.kind === 'virtualAccount') {
      return {
        customerId: 'customer_1',
        sourceCurrency: 'USD',
        destinationCurrency: 'USDC',
        network: 'base',
        walletAddress: walletOf(thing),
        integratorBpsFee: label,
      };
    }
    if (this.#life.kind === 'customer') {
      const email = `${thing}@example.com`;
      return { type: 'individual', email, personalInformation: { firstName: label } };
    }
    return { type: 'individual', personalInformation: { firstName: `T${thing}` } };
  }

  #layOut(rows: readonly FileRow[]): LaidOutFile {
    const laidOut: LaidOutRow[] = [];
    const lines: string[] = [];
    for (const { thing, is } of rows) {
      const before = laidOut.at(-1);
      const line = lines.at(-1);
      const row = laidOut.length + 2;
      if (is === 'again' && before !== undefined && line !== undefined) {
        laidOut.push({ ...before, row });
        lines.push(line);
        continue;
      }
      const input = this.inputOf(thing);
      const label =
        this.#life.kind === 'virtualAccount'
          ? String(input['integratorBpsFee'])
          : firstNameOf(input);
      if (is === 'unknown-customer') input['customerId'] = 'customer_404';
      laidOut.push({
        row,
        is: is === 'bad' ? 'bad' : 'good',
        label,
        sameness: samenessOf(this.kind, input),
      });
      lines.push(this.#lineOf(input, is === 'bad', laidOut.length % 2 === 0));
    }
    return { content: [this.#heading(), ...lines, ''].join('\n'), rows: laidOut };
  }

  #heading = (): string =>
    this.kind === 'virtualAccount'
      ? 'Customer ID,Source currency,Destination currency,Network,Wallet address,Fee (bps)'
      : 'Type,Email,First name';

  #lineOf(input: Record<string, unknown>, isBad: boolean, isOther: boolean): string {
    if (this.kind === 'customer')
      return `${isBad ? 'robot' : 'individual'},${input['email'] ?? ''},${firstNameOf(input)}`;
    const wallet = String(input['walletAddress']);
    const spelled = isOther ? `0x${wallet.slice(2).toUpperCase()}` : wallet;
    return [
      input['customerId'],
      isOther ? 'usd' : 'USD',
      'USDC',
      'Base',
      isBad ? '0x12' : spelled,
      input['integratorBpsFee'],
    ].join(',');
  }

  close(): void {
    for (const disk of this.#disks) disk.close();
    this.wishes.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

export const firstNameOf = ({ personalInformation: of }: Record<string, unknown>): string =>
  typeof of === 'object' && of !== null && 'firstName' in of ? String(of.firstName) : '';
