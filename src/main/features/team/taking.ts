/**
 * Takes entries of the log into the profile's database in short transactions: main serves others between them. Entries
 * are judged and opened in order; the facts of many are stored together, by record, as each page of an index that is
 * written costs as much for one row as for several. Heads are stored with the last of those facts; after a stop the
 * entries are read again, and what came of them already changes nothing. What is of another kind comes after them.
 */
import { z } from 'zod';
import { isoNow } from '../../../platform/clock.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { readJson } from '../../../platform/json-column.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { SignedEntry } from '../../../team-log/entry.ts';
import type { Epochs } from '../../../team-log/epochs.ts';
import { headsContent, type Judge } from '../../../team-log/judge.ts';
import type { Membership } from '../../../team-log/membership.ts';
import type { Problem } from '../../../team-log/problems.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { EntryCounts } from '../handover/outcome.ts';
import { createFactStore, type FactStoreParts, isUnfit, type StoredFacts } from './fact-store.ts';
import { inOrder, linesOfFacts, type ReadFact, readFact, readStart } from './facts.ts';
import type { TeamJudgeStore } from './judge-store.ts';
import { createMemberNames } from './member-name.ts';
import { fewFacts, WORK_MS, workedMs } from './slice-size.ts';
import { tellTeamFile } from './team-files.ts';
import type { TeamState } from './team-state.ts';

/** What another part of main does with kinds that are not this one's, in the running transaction. Throws for another form. */
export type TakeOther = (entry: SignedEntry, content: Uint8Array) => void;

export interface TakingParts extends FactStoreParts {
  readonly state: TeamState;
  readonly store: TeamJudgeStore;
  readonly judge: Judge;
  readonly epochs: Epochs;
  readonly takeOther: TakeOther | null;
  readonly isMember: () => boolean;
  /** A change of members that counts was taken: in the running transaction. */
  readonly onMembership?: (entry: SignedEntry, membership: Membership) => void;
  /** False for the stream of this profile where it is said to be of another service. */
  readonly isShared: (shared: SharedStream) => boolean;
  readonly report: Pick<Log, 'warn'>;
}

export interface Taken {
  readonly counts: EntryCounts[];
  /** Kinds of the records that observations were of. */
  readonly kinds: ReadonlySet<string>;
  readonly changesMembership: boolean;
  /** Authors of entries that say more than what their author has. */
  readonly news: ReadonlySet<string>;
}

/** What a `stream` entry says: which profile it is of. */
export const sharedStream = z.object({
  stream: z.string(),
  baseUrl: z.string(),
  environment: z.string(),
});
export type SharedStream = z.infer<typeof sharedStream>;

const otherProfile = ({ stream, author, sequence }: SignedEntry): Problem => ({
  kind: 'elsewhere',
  stream,
  author,
  sequence,
  until: sequence,
  sentence:
    'An owner says that what this profile shares is of another service. Leave the team if you did not expect that.',
});

/** An entry that is being read: what is left of its lines. */
interface Begun {
  readonly file: string;
  readonly lines: readonly string[];
  at: number;
  readonly entry: SignedEntry;
}

/** Entries that are taken together. */
interface Run extends StoredFacts {
  readonly stream: string;
  readonly queue: Iterator<SignedEntry>;
  /** Entry that comes after the facts that were read; null for none. */
  next: SignedEntry | null;
  begun: Begun | null;
  facts: ReadFact[];
  /** Files of this stream, by author and first line of an entry: a line that comes again is not read again. */
  readonly files: Map<string, string>;
  readonly taken: StoredFacts['taken'] & {
    changesMembership: boolean;
    readonly news: Set<string>;
  };
}

export function createTaking(parts: TakingParts) {
  const { sqlite, state, store, judge, epochs, takeOther, clock, isMember, report } = parts;
  const nameOf = createMemberNames({ membership: () => judge.membership(), epochs });

  const factStore = createFactStore(parts);

  const tell = (problems: readonly Problem[]): void => {
    for (const problem of problems) state.tell(problem, isoNow(clock));
  };

  /** Entries in one go; each of its transactions ends whole. Throws what SQLite throws. */
  async function takeAll(
    entries: readonly SignedEntry[],
    stream: string,
    cursor: unknown,
  ): Promise<Taken> {
    const taken: Run['taken'] = {
      counts: [],
      kinds: new Set(),
      changesMembership: false,
      news: new Set(),
    };
    const run: Run = {
      stream,
      queue: entries.values(),
      next: null,
      begun: null,
      facts: [],
      files: new Map(),
      origins: new Map(),
      taken,
    };
    let isMore = true;
    while (isMore) {
      let facts: ReadFact[] = [];
      let isLeft = true;
      const read = (): boolean => {
        if (!isRead(run)) return false;
        facts = inOrder(run.facts).reverse();
        run.facts = [];
        // What comes by itself takes one transaction.
        if (facts.length <= fewFacts) isLeft = slice(run, facts, cursor);
        return true;
      };
      do await nextTurn();
      while (!sqlite.derive(read));
      isMore = run.next !== null;
      while (isLeft) {
        await nextTurn();
        isLeft = factStore.runMeasured(() => sqlite.derive(() => slice(run, facts, cursor)));
      }
    }
    return taken;
  }

  /** Judges, opens and reads for one turn. True where what was read is to be stored before anything else. */
  function isRead(run: Run): boolean {
    const before = process.threadCpuUsage();
    do {
      if (run.begun === null && !goesOn(run)) return true;
      if (run.begun !== null) readLine(run.begun, run);
    } while (workedMs(before) < WORK_MS);
    return false;
  }

  /** Judges the next and begins it, and stores its head where it told no facts. False where nothing is left, or it comes after the facts that were read. */
  function goesOn(run: Run): boolean {
    const entry: SignedEntry | undefined = run.next ?? run.queue.next().value;
    if (entry === undefined) return false;
    // Judged once the facts before it are stored: the heads of what was judged are stored with those.
    run.next = comesAfter(entry, run) ? entry : null;
    if (run.next !== null) return false;
    if (isTaken(entry, run)) open(entry, run);
    if (run.begun === null && run.facts.length === 0) store.store();
    return true;
  }

  /** Whether an entry has to wait for the facts before it: another part of main takes it, and may ask for them. */
  const comesAfter = ({ kind }: SignedEntry, { facts }: Run): boolean =>
    facts.length > 0 && kind !== 'facts' && kind !== 'heads';

  /** One transaction. False when nothing is left of the facts, of which it takes the last first and keeps none. */
  function slice(run: Run, facts: ReadFact[], cursor: unknown): boolean {
    factStore.store(facts, run);
    if (facts.length > 0) return true;
    // What was judged is stored with the last of what it told.
    store.store();
    if (run.next === null && cursor !== undefined) state.keepCursor(run.stream, cursor);
    return false;
  }

  function open(entry: SignedEntry, run: Run): void {
    try {
      run.begun = begin(entry, run);
    } catch (error) {
      if (errorCode(error) !== '') throw error;
      tell([judge.unreadable(entry)]);
    }
  }

  function isTaken(entry: SignedEntry, { stream, taken }: Run): boolean {
    const verdict = judge.judge(entry, stream);
    if (verdict.is === 'problem') tell([verdict.problem]);
    if (verdict.is !== 'taken') return false;
    if (verdict.changesMembership) {
      taken.changesMembership = true;
      const membership = judge.membership();
      epochs.learn(membership);
      if (membership.counted.has(verdict.hash)) parts.onMembership?.(entry, membership);
    }
    if (entry.kind !== 'heads') taken.news.add(entry.author);
    return true;
  }

  function openAgain(entry: SignedEntry): void {
    try {
      if (entry.kind === 'stream') hear(entry, epochs.open(entry));
      else sqlite.transaction(() => takeOther?.(entry, epochs.open(entry)));
    } catch (error) {
      if (errorCode(error) !== '') throw error;
      tell([judge.unreadable(entry)]);
    }
  }

  /** null: all is done. */
  function begin(entry: SignedEntry, { files }: Run): Begun | null {
    // In clear: the judge's, or a relay's.
    if (entry.epoch === 0) return null;
    // Nobody has sealed the keys to this computer yet. It is read again once it is admitted.
    if (!epochs.has(entry.epoch) && !isMember()) return null;
    const content = epochs.open(entry);
    if (entry.kind === 'heads' || entry.kind === 'stream') hear(entry, content);
    else if (entry.kind !== 'facts') sqlite.transaction(() => takeOther?.(entry, content));
    if (entry.kind !== 'facts') return null;
    const { first, lines } = linesOfFacts(content);
    const file = fileOf(entry, first, files);
    return lines.length === 0 ? null : { file, lines, at: 0, entry };
  }

  /** @param first its first line: of one author it is mostly the same, and is read once */
  function fileOf(entry: SignedEntry, first: string, files: Run['files']): string {
    const { stream, author, at } = entry;
    const beginning = `${author} ${first}`;
    const told = files.get(beginning);
    if (told !== undefined) return told;
    const name = nameOf(author)?.name ?? null;
    const start = readStart(first);
    const file = tellTeamFile(sqlite, clock, { stream, author, name, at, start });
    files.set(beginning, file);
    return file;
  }

  /** What its author says of a stream: what it has of it, or which profile it is. */
  function hear(entry: SignedEntry, content: Uint8Array): void {
    if (entry.kind === 'heads')
      tell(judge.hear(entry.stream, readJson(headsContent, content).heads));
    else if (!parts.isShared(readJson(sharedStream, content))) tell([otherProfile(entry)]);
  }

  function readLine(of: Begun, run: Run): void {
    const line = of.lines[of.at] ?? '';
    of.at += 1;
    if (of.at >= of.lines.length) run.begun = null;
    try {
      run.facts.push({ file: of.file, fact: readFact(line) });
    } catch {
      tell([judge.unreadable(of.entry)]);
    }
  }

  return {
    tell,
    /**
     * @param cursor where reading goes on after them; undefined: nowhere else
     * @returns null where what one of them holds does not fit together: nothing after the last whole
     *   transaction was kept, and the judge has to be made anew
     */
    async take(
      entries: readonly SignedEntry[],
      stream: string,
      cursor?: unknown,
    ): Promise<Taken | null> {
      try {
        return await takeAll(entries, stream, cursor);
      } catch (error) {
        store.drop();
        if (!isUnfit(error)) throw error;
        report.warn({ err: error }, 'an entry of the team’s log does not fit');
        return null;
      }
    },
    /** Takes entries that are known again, as they could not be opened before this computer was admitted. */
    again(entries: readonly SignedEntry[], stream: string): void {
      for (const entry of entries) {
        const { kind } = entry;
        if ((kind !== 'stream' && kind !== 'acknowledgement') || !epochs.has(entry.epoch)) continue;
        if (judge.judge(entry, stream).is === 'known') sqlite.transaction(() => openAgain(entry));
      }
    },
    /** Lets the author’s chain go on, and takes nothing of what the entry holds. */
    pass(entry: SignedEntry): void {
      sqlite.transaction(() => {
        if (judge.judge(entry, entry.stream).is === 'taken') tell([judge.unreadable(entry)]);
        store.store();
      });
    },
  };
}
