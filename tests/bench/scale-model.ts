/**
 * A team of many computers over one database, moment by moment: what is asked of the database, how long it waits
 * for a processor there, and when a write is seen elsewhere. Costs are measured (scale-costs.ts). Milliseconds.
 */
import type { Pace } from '../../src/team-log/pace.ts';

/** Processor time of the database for each, and what that grows with. */
export interface Costs {
  /** Appending an entry. */
  readonly append: number;
  /** A notification, and what each that listens adds. */
  readonly notify: number;
  readonly notifyEach: number;
  /** Reading a stream: with nothing new, and with one entry. */
  readonly poll: number;
  readonly read: number;
  /** The heads of a stream, for each author. */
  readonly headEach: number;
  /** Presence: a note, and each note that is listed. */
  readonly say: number;
  readonly listEach: number;
}

export interface Rules {
  readonly pace: Pace;
  /** Reads of a stream that a notification makes. */
  readonly readsOfWake: number;
  /** The heads are counted at each reading. */
  readonly countsHeads: boolean;
  /** Heads of all authors are said each time, and wake everybody. */
  readonly saysAll: boolean;
  /** Notes of presence are listed whole. */
  readonly listsAll: boolean;
}

export interface Load {
  readonly computers: number;
  /** Of all of them together. */
  readonly writesPerSecond: number;
  /** Of the database. */
  readonly cores: number;
  /** How long, in milliseconds. */
  readonly lasts: number;
  /** A number from 0 up to 1. */
  readonly fraction: () => number;
}

export interface Simulated {
  /** Processors that the database was busy with, of those that it has. */
  readonly busy: number;
  readonly statementsPerSecond: number;
  /** From written to read by another computer. */
  readonly p50: number;
  readonly p99: number;
  /** Entries a second that are heads. */
  readonly headsPerSecond: number;
  /** Where it took more than it had, it is further behind at the end. */
  readonly behind: number;
}

interface Event {
  readonly at: number;
  readonly happen: (at: number) => void;
}

/** What happens next comes first. */
function createAgenda() {
  const heap: Event[] = [];
  const earlier = (one: number, other: number): boolean =>
    (heap[one]?.at ?? Number.POSITIVE_INFINITY) < (heap[other]?.at ?? Number.POSITIVE_INFINITY);
  const swap = (one: number, other: number): void => {
    [heap[one], heap[other]] = [heap[other] as Event, heap[one] as Event];
  };
  return {
    add(at: number, happen: Event['happen']): void {
      heap.push({ at, happen });
      for (let place = heap.length - 1; place > 0; ) {
        const above = (place - 1) >> 1;
        if (!earlier(place, above)) break;
        swap(place, above);
        place = above;
      }
    },
    next(): Event | undefined {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first;
      heap[0] = last;
      for (let place = 0; ; ) {
        const left = 2 * place + 1;
        const right = 2 * place + 2;
        const least = earlier(right, left) ? right : left;
        if (!earlier(least, place)) break;
        swap(place, least);
        place = least;
      }
      return first;
    },
  };
}

export function simulate(costs: Costs, rules: Rules, load: Load): Simulated {
  const { computers, writesPerSecond, cores, lasts, fraction } = load;
  const { pace } = rules;
  const agenda = createAgenda();
  const free = Array.from({ length: cores }, () => 0);
  let work = 0;
  let statements = 0;
  let heads = 0;
  let behind = 0;
  const delays: number[] = [];

  /** A statement: it waits for a processor, takes it for so long, and is answered. */
  const ask = (
    at: number,
    cost: number,
    answered: (at: number) => void = () => undefined,
  ): void => {
    const core = free.indexOf(Math.min(...free));
    const begins = Math.max(at, free[core] ?? 0);
    free[core] = begins + cost;
    work += cost;
    statements += 1;
    behind = Math.max(0, begins - at);
    agenda.add(begins + cost, answered);
  };

  /** By computer: when it rests until, whether it wakes soon, and since when what it reads was written. */
  const restsUntil = new Float64Array(computers);
  const unread: number[][] = Array.from({ length: computers }, () => []);
  const wakes = new Uint8Array(computers);

  const headsCost = costs.headEach * computers;
  const read = (at: number, of: number): void => {
    const written = unread[of] ?? [];
    unread[of] = [];
    const counting = rules.countsHeads ? headsCost : 0;
    const cost = costs.read + (rules.readsOfWake - 1) * costs.poll + counting;
    ask(at, cost, (answered) => {
      for (const since of written) delays.push(answered - since);
    });
  };
  const wake = (at: number, of: number): void => {
    if (wakes[of] === 1) return;
    wakes[of] = 1;
    const rest = Math.min(pace.restMs, Math.max(0, (restsUntil[of] ?? 0) - at));
    agenda.add(at + rest + (fraction() * pace.restMs) / 2, (now) => {
      wakes[of] = 0;
      restsUntil[of] = now + pace.restMs;
      read(now, of);
    });
  };
  const wakeAll = (at: number, writtenAt: number | null): void =>
    ask(at, costs.notify + costs.notifyEach * computers, (told) => {
      for (let of = 0; of < computers; of += 1) {
        if (writtenAt !== null) unread[of]?.push(writtenAt);
        wake(told, of);
      }
    });
  const each = (everyMs: number, act: (at: number, of: number) => void): void => {
    for (let of = 0; of < computers; of += 1) {
      const again = (at: number): void => {
        act(at, of);
        agenda.add(at + everyMs * (0.9 + 0.2 * fraction()), again);
      };
      agenda.add(fraction() * everyMs, again);
    }
  };

  const write = (at: number): void => {
    ask(at, costs.append, (durable) => wakeAll(durable, at));
    agenda.add(at - (Math.log(1 - fraction()) / writesPerSecond) * 1_000, write);
  };
  agenda.add(0, write);
  each(pace.pollMs, (at) => {
    ask(at, costs.poll * 2 + (rules.countsHeads ? headsCost : 0));
  });
  each(pace.headsMs, (at) => {
    heads += 1;
    ask(at, 2 * headsCost);
    // Each reads it, now or with what comes next.
    ask(at, costs.append, (durable) => {
      if (rules.saysAll) wakeAll(durable, null);
    });
  });
  each(pace.saidMs, (at) => ask(at, costs.say));
  const listed = rules.listsAll
    ? computers
    : computers * Math.min(1, (pace.heardMs + 20_000) / pace.saidMs);
  each(pace.heardMs, (at) => ask(at, costs.poll + costs.listEach * listed));

  for (let event = agenda.next(); event !== undefined && event.at < lasts; event = agenda.next())
    event.happen(event.at);
  const sorted = delays.sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    busy: work / lasts,
    statementsPerSecond: (statements / lasts) * 1_000,
    behind,
    p50: at(0.5),
    p99: at(0.99),
    headsPerSecond: (heads / lasts) * 1_000,
  };
}
