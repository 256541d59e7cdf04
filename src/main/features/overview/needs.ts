/** The lines of the overview, each kind kept until an update may have changed it. */
import { setTimeout as after } from 'node:timers/promises';
import { type NeedKind, needKinds } from '../../../bridge/need-kinds.ts';
import type { HandledPart, HandledView, overviewContract } from '../../../bridge/overview.ts';
import type { OutputOf } from '../../../bridge/procedure.ts';
import type { UpdateNotice } from '../../../bridge/updates.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { createLater } from '../../../platform/later.ts';
import { nextTurn } from '../../../platform/slices.ts';
import { requirePast } from '../../core/creates/known-reads.ts';
import type { Log } from '../../core/foundation/log.ts';
import { invalid } from '../../core/intents/failed.ts';
import { instantOf } from '../../core/records/order.ts';
import { type Handled, type HandleOrder, partOf } from './handled.ts';
import type { FoundNeeds, NeedQuestion, NeedSource } from './needs/need-source.ts';
import type { OverviewState } from './state.ts';

/** A page waits at most so long for the slowest kind. */
const waitMs = 200;
/** A kind is found at most so often, however many updates come. */
const paceMs = 1_000;
/** Time alone changes some kinds. */
const maxAgeMs = 60_000;

type NeedsOutput = OutputOf<typeof overviewContract.needs>;

export interface Needs {
  /** Rejects with Failed INVALID for a moment that can't be one. */
  find(knownAt: string | null): Promise<NeedsOutput>;
  /** Throws Failed INVALID where the line covers something else, or not the item, by now. */
  handle(kind: NeedKind, part: HandledPart, order: HandleOrder): Promise<HandledView>;
  onUpdate(notice: UpdateNotice): void;
  close(): void;
}

export interface NeedsParts {
  readonly sources: readonly NeedSource[];
  readonly handled: Handled;
  readonly state: Pick<OverviewState, 'limits'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Something that was pending, or too new to be found again at once, can be asked for now. */
  readonly tell: () => void;
}

interface Kept {
  readonly knownAt: string | null;
  readonly begunAt: number;
  isStale: boolean;
  /** The last that was found, and when it was begun; undefined while nothing was. */
  found: FoundNeeds | undefined;
  foundAt: number | undefined;
  hasFailed: boolean;
  work: Promise<void> | null;
}

export function createNeeds(parts: NeedsParts): Needs {
  const { sources, handled, state, clock, log, tell } = parts;
  const kept = new Map<NeedKind, Kept>();
  let isClosed = false;
  const telling = createLater(tell);

  /** Each kind is begun in a turn of its own: read one after the other they would keep main busy. */
  let started: Promise<void> = Promise.resolve();
  const nextStart = (): Promise<void> => {
    started = started.then(nextTurn);
    return started;
  };

  function begin(source: NeedSource, question: NeedQuestion, before: Kept | undefined): Kept {
    const { knownAt } = question;
    const isSame = before?.knownAt === knownAt;
    const next: Kept = {
      knownAt,
      begunAt: clock.now(),
      isStale: false,
      hasFailed: false,
      found: isSame ? before?.found : undefined,
      foundAt: isSame ? before?.foundAt : undefined,
      work: null,
    };
    next.work = (async () => {
      try {
        await nextStart();
        next.found = await source.find(question);
        next.foundAt = next.begunAt;
      } catch (error) {
        if (isClosed) return;
        next.hasFailed = true;
        log.error({ err: error, kind: source.kind }, 'a line of the overview could not be read');
      } finally {
        next.work = null;
      }
    })();
    kept.set(source.kind, next);
    return next;
  }

  function current(source: NeedSource, question: NeedQuestion): Kept {
    const known = kept.get(source.kind);
    if (known === undefined || known.knownAt !== question.knownAt)
      return begin(source, question, known);
    if (known.work !== null) return known;
    if (source.topics === null) return begin(source, question, known);
    const age = clock.now() - known.begunAt;
    if (!known.isStale && age < maxAgeMs) return known;
    if (age >= paceMs) return begin(source, question, known);
    telling.within(paceMs - age);
    return known;
  }

  function questionOf(knownAt: string | null): NeedQuestion {
    if (knownAt !== null) requirePast(clock, knownAt);
    const at = instantOf(knownAt);
    const question = { moment: at ?? clock.now(), limits: state.limits() };
    return { ...question, knownAt: at === null ? null : isoTime(at) };
  }

  const find: Needs['find'] = async (knownAt) => {
    const question = questionOf(knownAt);
    const asked = sources.filter(({ hasPast }) => knownAt === null || hasPast === true);
    const answers = asked.map((source) => ({ ...source, answer: current(source, question) }));
    const works = answers.flatMap(({ answer }) => answer.work ?? []);
    if (works.length > 0) {
      const all = Promise.all(works);
      await Promise.race([all, after(waitMs, undefined, { ref: false })]);
      if (answers.some(({ answer }) => answer.work !== null))
        void all.then(() => telling.within(0));
    }
    const found = new Map(answers.map(({ kind, answer }) => [kind, answer.found]));
    const failed = answers.filter(({ answer }) => answer.hasFailed).map(({ kind }) => kind);
    /** Whether the source of a kind is still being read, so that nobody can say that this is all. */
    const isPending = (kind: NeedKind) => {
      const now = found.get(kind);
      return (now === undefined || now.isBeingRead === true) && !failed.includes(kind);
    };
    const open = [...found].flatMap(([kind, all]) =>
      all === undefined || failed.includes(kind) ? [] : (handled.open(kind, all) ?? []),
    );
    return {
      needs: open
        .map(({ marks: _, ...line }) => line)
        .toSorted((one, other) => needKinds.indexOf(one.kind) - needKinds.indexOf(other.kind)),
      handled: knownAt === null ? handled.inEffect(found) : [],
      pending: asked.map(({ kind }) => kind).filter(isPending),
      failed,
      ofNowAlone: sources.filter((source) => !asked.includes(source)).map(({ kind }) => kind),
      checkedAt: isoTime(
        Math.min(clock.now(), ...answers.flatMap(({ answer }) => answer.foundAt ?? [])),
      ),
      limits: question.limits,
    };
  };

  return {
    find,
    async handle(kind, part, order) {
      const source = sources.find((one) => one.kind === kind);
      const known = source === undefined ? undefined : current(source, questionOf(null));
      await known?.work;
      const line = known?.found === undefined ? null : handled.open(kind, known.found);
      const need = line === null ? null : partOf(line, part);
      if (need === null)
        throw invalid(
          'This line has changed meanwhile, so nothing was saved. Check it again.',
          'changed',
        );
      return handled.add(need, order);
    },
    onUpdate({ topic }) {
      for (const { kind, topics } of sources) {
        const known = kept.get(kind);
        if (known === undefined || topics === null) continue;
        if (topic === 'everything' || topics.includes(topic)) known.isStale = true;
      }
    },
    close() {
      isClosed = true;
      telling.stop();
    },
  };
}
