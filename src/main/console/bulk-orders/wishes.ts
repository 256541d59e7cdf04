/** For tests: what people wanted, and whether what the service gets is that. Knows nothing of how it is kept. */
import { z } from 'zod';
import { jsonObject } from '../../../contract/scalars.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { readJson } from '../../../platform/json-column.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { type Got, isDoubtful } from './simulated-service.ts';

/** A run as it was wanted: its id is known once it is there. */
export interface WantedRun {
  id: string | null;
  readonly sha256: string;
  readonly rows: readonly WantedRow[];
  /** Numbers of those that it tells of, left out ones as well. */
  readonly told: readonly number[];
  /** What the service had got when the file was looked at. */
  readonly lookedAt: number;
}
export interface WantedRow {
  readonly row: number;
  readonly label: string;
  readonly sameness: string;
  /** A person included it, having read that it is like another. */
  readonly isSecond: boolean;
}

/** One press of a form, or of Send again. */
export interface WantedOne {
  readonly label: string;
  readonly sameness: string;
  /** Names of what a person read and wanted another one of. */
  confirmed: readonly string[];
  isUnderWay: boolean;
}

const journalRows = z.array(z.object({ key: z.string(), state: z.string(), input: z.string() }));

export class Wishes {
  readonly runs: WantedRun[] = [];
  readonly ones: WantedOne[] = [];
  /** Which run may send now. */
  going: WantedRun | null = null;
  /** By number of what was got. */
  readonly keys = new Map<number, string>();
  /** Numbers of what a person said was not created. */
  readonly saidAbsent = new Set<number>();
  /** Ids of what others had created, and that was told here; with its sameness. */
  readonly told = new Map<string, string>();
  readonly violations: string[] = [];
  readonly #got: readonly Got[];
  readonly #witness: ReturnType<typeof openSqlite>;

  /** @param file another connection sees what is committed, and nothing else */
  constructor(got: readonly Got[], file: string, key: Uint8Array) {
    this.#got = got;
    this.#witness = openSqlite({ file, key, isReadOnly: true });
  }

  close = (): void => this.#witness.close();

  journal = () =>
    journalRows.parse(this.#witness.all('SELECT key, state, input FROM intents ORDER BY sequence'));

  /** How each request stands, by a person's word or else by the journal. */
  standing(): ReadonlyMap<string, string> {
    const rows = z.array(z.object({ key: z.string(), is: z.string() })).parse(
      this.#witness.all(`SELECT key, coalesce((SELECT verdict FROM settlements
        WHERE intent_key = key ORDER BY settlements.sequence DESC LIMIT 1), state) AS "is" FROM intents`),
    );
    return new Map(rows.map(({ key, is }) => [key, is]));
  }

  gotOf = (key: string): Got | undefined =>
    this.#got.find(({ number }) => this.keys.get(number) === key);

  /** How often it was wanted. */
  wanted = (label: string): number =>
    this.runs.flatMap(({ rows }) => rows).filter((row) => row.label === label).length +
    this.ones.filter((one) => one.label === label).length;

  /** What may be there, for all that people know. */
  standsFor = (got: Got): boolean => isDoubtful(got) && !this.saidAbsent.has(got.number);

  /** Called by the service before it does anything. */
  judge(got: Got): void {
    const say = (what: string) => this.violations.push(`${what}: ${got.label} (${got.number})`);
    this.#judgeJournal(got, say);
    const one = this.ones.findLast(({ label, isUnderWay }) => isUnderWay && label === got.label);
    const run = this.going;
    const rows = run?.rows.filter(({ label }) => label === got.label) ?? [];
    const others = this.#got.filter(
      (other) => other !== got && other.sameness === got.sameness && this.standsFor(other),
    );
    const told = [...this.told].filter(([, sameness]) => sameness === got.sameness);
    const doubtful = this.#got.filter(
      (other) => other.label === got.label && this.standsFor(other),
    ).length;
    if (doubtful > this.wanted(got.label)) say('sent more often than wanted');
    if (one !== undefined) {
      const isAsked = (names: readonly (string | null | undefined)[]) =>
        names.some((name) => name != null && one.confirmed.includes(name));
      const unasked = others.filter((other) => !isAsked([this.keys.get(other.number), other.id]));
      if (unasked.length > 0 && rows.length === 0)
        say(`nobody was asked about ${unasked[0]?.number}`);
      if (told.some(([id]) => !isAsked([id]))) say('nobody was asked about what was told');
      return;
    }
    if (run === null) return void say('nothing was to be sent');
    if (rows.length === 0) return void say('sent of a run that stands still');
    const labels = new Set(run.rows.map(({ label }) => label));
    if (rows.some(({ isSecond }) => isSecond)) {
      const later = others.filter(
        ({ number, label }) => number >= run.lookedAt && !labels.has(label),
      );
      if (later.length > 0)
        say(`a second of ${later[0]?.number}, which came after it was included`);
      return;
    }
    const ofSeconds = new Set(
      run.rows.filter(({ isSecond }) => isSecond).map(({ label }) => label),
    );
    const unwanted = others.filter(({ label }) => !ofSeconds.has(label));
    if (unwanted.length > 0) say(`a second of ${unwanted[0]?.number} that nobody included`);
    if (told.length > 0) say('a second of what was told');
  }

  #judgeJournal(got: Got, say: (what: string) => void): void {
    const content = got.content;
    const entries = this.journal().filter(
      ({ input }) => canonicalJson(readJson(jsonObject, input)) === content,
    );
    const taken = new Set(this.keys.values());
    const entry = entries.find(({ key, state }) => state === 'journalled' && !taken.has(key));
    if (entry === undefined) say('sent before it was journalled');
    else this.keys.set(got.number, entry.key);
  }
}
