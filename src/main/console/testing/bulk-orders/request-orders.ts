/** For tests: forms beside the runs, and what people say of requests whose outcome is not known. */
import { neededConfirmations } from '../../../../contract/addresses/confirmations.ts';
import { jsonObject } from '../../../../contract/scalars.ts';
import { isoNow, systemClock } from '../../../../platform/clock.ts';
import { randomHex, systemRandom } from '../../../../platform/random.ts';
import { writeOf } from '../../../core/feature/offered-write.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { Intent } from '../../../core/intents/types.ts';
import type { Step } from './bulk-steps.ts';
import { labelOf, samenessOf } from './simulated-service.ts';
import { Treasury } from './treasury.ts';
import type { WantedOne } from './wishes.ts';

export const newKey = (): string => randomHex(systemRandom, 16);

export abstract class RequestOrders extends Treasury {
  protected async doRequests(step: Step): Promise<void> {
    if ('form' in step) this.#form(step);
    if ('resolves' in step) await this.resolve(step);
    if ('again' in step) void this.sendAgain(this.absent()[step.again % 6], step.windows);
    if ('takesBack' in step) this.#takeBack(step.takesBack);
    if ('tells' in step) this.#tell(step.tells);
    if ('elsewhere' in step) this.#elsewhere(step);
  }

  #form({ form: thing, isStubborn, windows, isClosed }: Extract<Step, { form: number }>): void {
    const input = this.inputOf(thing);
    const key = newKey();
    const page = new AbortController();
    const one = this.#wantOne(input);
    void Promise.all(
      Array.from({ length: windows }, () =>
        this.press(() => this.#submit(one, { key, input, isStubborn, signal: page.signal })),
      ),
    ).then(() => {
      one.isUnderWay = false;
    });
    if (isClosed) page.abort();
  }

  #wantOne(input: Record<string, unknown>): WantedOne {
    const one = {
      label: labelOf(this.kind, input),
      sameness: samenessOf(this.kind, input),
      confirmed: [],
      isUnderWay: true,
    };
    this.wishes.ones.push(one);
    return one;
  }

  /** Goes on whatever is asked, where it is stubborn. */
  async #submit(
    one: WantedOne,
    form: {
      readonly key: string;
      readonly input: Record<string, unknown>;
      readonly isStubborn: boolean;
      readonly repeats?: string;
      readonly signal?: AbortSignal;
    },
  ): Promise<unknown> {
    const { key, input, isStubborn, repeats, signal } = form;
    const operation = this.kind === 'customer' ? 'createCustomer' : 'createVirtualAccount';
    const wallet = String(input['walletAddress'] ?? '');
    const review = {
      reviewedAddress: wallet === '' ? null : wallet,
      confirmations: neededConfirmations({ network: 'base', walletAddress: wallet }, []).map(
        ({ key }) => key,
      ),
    };
    for (let confirmed: string[] = []; ; ) {
      const common = { intentKey: key, confirmed, review, signal, knownAt: null };
      try {
        if (repeats !== undefined) return await this.console.again.send({ ...common, repeats });
        return await writeOf(this.console.writes, operation).create({ ...common, input });
      } catch (error) {
        if (!isStubborn || !(error instanceof Failed) || error.code !== 'ASKS_FIRST') throw error;
        confirmed = error.data['asks'] as string[];
        one.confirmed = confirmed;
      }
    }
  }

  #standing = (state: 'unknown' | 'absent' | 'exists'): Intent[] =>
    this.console.intents.list({ state, offset: 0, limit: 99 }).rows;
  protected unknown = (): Intent[] => this.#standing('unknown');
  protected absent = (): Intent[] => this.#standing('absent');

  protected sendAgain(intent: Intent | undefined, windows: number): Promise<unknown> {
    if (intent === undefined) return Promise.resolve();
    const input = jsonObject.parse(intent.input);
    const one = this.#wantOne(input);
    const key = newKey();
    // Whoever sends it again reads that it is like the one before.
    const press = () =>
      this.press(() => this.#submit(one, { key, input, isStubborn: true, repeats: intent.key }));
    return Promise.all(Array.from({ length: windows }, press)).then(() => {
      one.isUnderWay = false;
    });
  }

  protected async resolve({
    resolves,
    verdict,
    isSeen,
  }: Pick<Extract<Step, { resolves: number }>, 'resolves' | 'verdict' | 'isSeen'>): Promise<void> {
    const all = this.unknown();
    const intent = all[resolves % Math.max(1, all.length)];
    if (intent === undefined) return;
    const got = this.wishes.gotOf(intent.key);
    const id = got?.id ?? null;
    const isThere = verdict === 'truth' ? id !== null : verdict === 'exists';
    await this.press(async () => {
      const { key } = intent;
      const { unresolved, records } = this.console;
      if (isThere) {
        if (id === null) return;
        const { mismatches } = unresolved.check({ key, answer: { id } });
        const read = mismatches.map(({ sentence }) => sentence);
        unresolved.exists({ key, answer: { id }, isPossibleMatch: false, read, knownAt: null });
        return;
      }
      const { proposals } = isSeen ? await unresolved.get(key) : { proposals: [] };
      const seen = proposals.map(({ resourceId }) => resourceId);
      const isKnown =
        id !== null &&
        !seen.includes(id) &&
        // By the service: an id that a person entered and took back tells nothing.
        Object.keys(records.get(this.kind, id)?.body ?? {}).length > 0 &&
        this.#fits(intent, id);
      await this.#saying(key, () => unresolved.absent({ key, seen, knownAt: null }));
      if (isKnown) this.wishes.violations.push(`said absent, and ${id} is known: ${got?.label}`);
    });
  }

  /** Made within the minutes in which clocks may differ, and nobody else’s. */
  #fits(intent: Intent, id: string): boolean {
    const made = Date.parse(String(this.service.resources.get(id)?.body['created']));
    const apart = made - Date.parse(intent.journalledAt);
    return (
      apart >= 0 &&
      apart <= 10 * 60_000 &&
      this.kind === 'virtualAccount' &&
      this.service.resources.get(id)?.got?.end !== 'departs'
    );
  }

  #takeBack(which: number): void {
    const all = [...this.#standing('exists'), ...this.absent()];
    const intent = all[which % Math.max(1, all.length)];
    if (intent === undefined) return;
    void this.press(async () => {
      this.takenBack += 1;
      const { key } = intent;
      await this.#saying(key, () => this.console.unresolved.takeBack({ key, knownAt: null }));
    });
  }

  /** It was said where it is stored, also where nobody lived to hear that. */
  async #saying(key: string, say: () => void): Promise<void> {
    try {
      say();
    } finally {
      const got = this.wishes.gotOf(key);
      const isAbsent = this.wishes.standing().get(key) === 'absent';
      if (got !== undefined && isAbsent) this.wishes.saidAbsent.add(got.number);
      if (got !== undefined && !isAbsent) this.wishes.saidAbsent.delete(got.number);
    }
  }

  /** A delivery tells of what the service created. */
  #tell(which: number): void {
    const all = [...this.service.resources].filter(
      ([id]) => this.console.records.get(this.kind, id) === null,
    );
    const found = all[which % Math.max(1, all.length)];
    if (found === undefined) return;
    void this.press(async () => this.#observe(found[0]));
  }

  #observe(id: string): void {
    const resource = this.service.resources.get(id);
    if (resource === undefined) return;
    this.console.records.observe({
      kind: this.kind,
      id,
      body: resource.body,
      source: 'delivery',
      observedAt: isoNow(systemClock),
    });
    if (
      (resource.got === null && resource.sameness.includes('@')) ||
      (this.kind === 'virtualAccount' && resource.got === null)
    )
      this.wishes.told.set(id, resource.sameness);
  }

  #elsewhere({ elsewhere, isTold }: Extract<Step, { elsewhere: number }>): void {
    const id = this.service.createElsewhere(this.kind, this.inputOf(elsewhere));
    if (isTold) void this.press(async () => this.#observe(id));
  }
}
