/** For tests: what people wanted, and whether what the service gets is that. Knows nothing of how it is kept. */
import { z } from 'zod';
import { jsonObject } from '../../../../contract/scalars.ts';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { readJson } from '../../../../platform/json-column.ts';
import { openSqlite } from '../../../../platform/sqlite.ts';
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

type Say = (what: string) => void;

const journalRows = z.array(z.object({ key: z.string(), state: z.string(), input: z.string() }));

export class Wishes {
  readonly runs: WantedRun[] = [];
  readonly ones: WantedOne[] = [];
  /** Which run may send now. */
  going: WantedRun | null = null;
  /** Why no run may send whatever else is so; null where nothing stands in the way. */
  forbids: (run: WantedRun) => string | null = () => null;
  wasDiskFull = false;
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
    const say: Say = (what) => this.violations.push(`${what}: ${got.label} (${got.number})`);
    this.#judgeJournal(got, say);
    const stands = this.#got.filter(this.standsFor);
    const doubtful = stands.filter(({ label }) => label === got.label).length;
    if (doubtful > this.wanted(got.label)) say('sent more often than wanted');
    const others = stands.filter((one) => one !== got && one.sameness === got.sameness);
    const one = this.ones.findLast(({ label, isUnderWay }) => isUnderWay && label === got.label);
    const rows = this.going?.rows.filter(({ label }) => label === got.label) ?? [];
    if (one === undefined) this.#judgeRow(got, rows, others, say);
    else this.#judgeOne(one, others, rows.length > 0, say);
  }

  /** @param isRow it may as well be a row that is sent */
  #judgeOne(
    { confirmed, sameness }: WantedOne,
    others: readonly Got[],
    isRow: boolean,
    say: Say,
  ): void {
    const isAsked = (names: readonly (string | null | undefined)[]) =>
      names.some((name) => name != null && confirmed.includes(name));
    const unasked = others.find(({ number, id }) => !isAsked([this.keys.get(number), id]));
    if (unasked !== undefined && !isRow) say(`nobody was asked about ${unasked.number}`);
    const told = [...this.told].filter(([, of]) => of === sameness);
    if (told.some(([id]) => !isAsked([id]))) say('nobody was asked about what was told');
  }

  #judgeRow({ sameness }: Got, rows: readonly WantedRow[], others: readonly Got[], say: Say): void {
    const run = this.going;
    if (run === null || rows.length === 0) return void say('sent of a run that stands still');
    const why = this.forbids(run);
    if (why !== null) say(why);
    const labelsOf = (some: readonly WantedRow[]) => new Set(some.map(({ label }) => label));
    if (rows.some(({ isSecond }) => isSecond)) {
      const own = labelsOf(run.rows);
      const later = others.find(({ number, label }) => number >= run.lookedAt && !own.has(label));
      if (later !== undefined) say(`a second of ${later.number}, which came after it was included`);
      return;
    }
    const wanted = labelsOf(run.rows.filter(({ isSecond }) => isSecond));
    const unwanted = others.find(({ label }) => !wanted.has(label));
    if (unwanted !== undefined) say(`a second of ${unwanted.number} that nobody included`);
    if ([...this.told.values()].includes(sameness)) say('a second of what was told');
  }

  #judgeJournal(got: Got, say: Say): void {
    const entries = this.journal().filter(
      ({ input }) => canonicalJson(readJson(jsonObject, input)) === got.content,
    );
    const taken = new Set(this.keys.values());
    const entry = entries.find(({ key, state }) => state === 'journalled' && !taken.has(key));
    if (entry === undefined) say('sent before it was journalled');
    else this.keys.set(got.number, entry.key);
  }
}
