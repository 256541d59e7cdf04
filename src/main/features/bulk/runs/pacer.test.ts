import { describe, expect, it } from 'vitest';
import { createPacer, createStepSize } from './pacer.ts';

/** Whether a service that takes so many in a calendar second takes what arrives then. */
function createLimiter(limit: number): (at: number) => boolean {
  let second = -1;
  let used = 0;
  return (at) => {
    if (Math.floor(at / 1_000) !== second) used = 0;
    second = Math.floor(at / 1_000);
    used += 1;
    return used <= limit;
  };
}

/** A service that takes so many in a calendar second, asked by a pacer in simulated time. */
function simulate(limit: number, seconds: number, begin = 0, latencyMs = 20) {
  const pacer = createPacer(begin);
  const answers: { at: number; sentAt: number; isTaken: boolean }[] = [];
  const takes = createLimiter(limit);
  let taken = 0;
  let refused = 0;
  for (let now = begin; now < begin + seconds * 1_000; now += 8) {
    for (let answer = answers[0]; answer !== undefined && answer.at <= now; answer = answers[0]) {
      answers.shift();
      if (answer.isTaken) pacer.accepted({ sentAt: answer.sentAt, answeredAt: now });
      else pacer.slowedDown(now, 1_000);
    }
    for (let more = pacer.allowance(now, answers.length); more > 0; more -= 1) {
      const isTaken = takes(now);
      if (isTaken) taken += 1;
      else refused += 1;
      answers.push({ at: now + latencyMs, sentAt: now, isTaken });
    }
  }
  return { taken, refused, share: taken / (limit * seconds), pacedTo: pacer.pacedTo() };
}

/** As simulate, by a real day: ways of unequal length, and a console that does other things now and then. */
function simulateUneven(limit: number, seconds: number, begin: number): number {
  let state = begin + 7;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const pacer = createPacer(begin);
  let rows: { sentAt: number; arrivesAt: number; answeredAt: number; isTaken: boolean | null }[] =
    [];
  const takes = createLimiter(limit);
  let taken = 0;
  let pauseAt = begin + 300;
  for (let now = begin; now < begin + seconds * 1_000; now += 8 + 15 * random()) {
    if (now > pauseAt) {
      now += 100 * random();
      pauseAt = now + 150 + 300 * random();
    }
    const arrived = rows.filter(({ arrivesAt, isTaken }) => isTaken === null && arrivesAt <= now);
    for (const row of arrived.sort((one, other) => one.arrivesAt - other.arrivesAt)) {
      row.isTaken = takes(row.arrivesAt);
      taken += Number(row.isTaken);
    }
    const answered = rows.filter(({ answeredAt }) => answeredAt <= now);
    rows = rows.filter(({ answeredAt }) => answeredAt > now);
    for (const row of answered.sort((one, other) => one.answeredAt - other.answeredAt)) {
      if (row.isTaken) pacer.accepted(row);
      else pacer.slowedDown(now, 1_000);
    }
    for (let more = pacer.allowance(now, rows.length); more > 0; more -= 1) {
      const trip = 5 + 15 * random();
      const arrivesAt = now + trip * random();
      rows.push({ sentAt: now, arrivesAt, answeredAt: now + trip, isTaken: null });
    }
  }
  return taken / (limit * seconds);
}

describe('the pace of a run', () => {
  it.each([0, 150, 400, 640, 830, 990])(
    'stays close to the limit though rows arrive unevenly, begun %i ms into a second',
    (begin) => {
      expect(simulateUneven(100, 120, begin)).toBeGreaterThanOrEqual(0.96);
    },
  );

  it.each([0, 150, 400, 640, 830, 990])(
    'reaches 97 % of a limit of 100 a second, begun %i ms into a second',
    (begin) => {
      const { share, refused } = simulate(100, 120, begin);
      expect(share).toBeGreaterThanOrEqual(0.97);
      expect(refused).toBeLessThan(200);
    },
  );

  it.each([2, 10, 50, 300])('learns a limit of %i a second', (limit) => {
    const { share } = simulate(limit, 180);
    expect(share).toBeGreaterThanOrEqual(0.85);
  });

  it('sends nothing while it waits, and says until when', () => {
    const pacer = createPacer(0);
    expect(pacer.allowance(0, 0)).toBe(8);
    pacer.slowedDown(100, 2_000);
    expect(pacer.allowance(2_050, 0)).toBe(0);
    expect(pacer.waitsUntil(2_050)).toBe(2_100);
    expect(pacer.nextIn(2_050)).toBe(50);
    expect(pacer.allowance(2_100, 0)).toBeGreaterThan(0);
    expect(pacer.waitsUntil(2_100)).toBeNull();
  });

  it('waits longer and longer where the service names no time', () => {
    const pacer = createPacer(0);
    let now = 0;
    const waits = [1, 2, 3, 4].map(() => {
      pacer.allowance(now, 0);
      pacer.slowedDown(now, null);
      const wait = (pacer.waitsUntil(now) ?? now) - now;
      now += wait;
      return wait;
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it.each([0, -5])('is not hurried by a time that is over: %i ms', (retryAfterMs) => {
    const pacer = createPacer(0);
    pacer.slowedDown(0, retryAfterMs);
    expect(pacer.waitsUntil(0)).toBe(1_000);
  });

  it('lets more under way with every answer, up to its bound', () => {
    const pacer = createPacer(0);
    for (let answer = 0; answer < 100; answer += 1) {
      pacer.accepted({ sentAt: answer, answeredAt: answer });
    }
    expect(pacer.allowance(200, 0)).toBe(48);
    expect(pacer.pacedTo()).toBeNull();
  });

  it('sleeps in pieces through a wait that is longer than a timer can be', () => {
    const pacer = createPacer(0);
    pacer.slowedDown(0, 1e12);
    expect(pacer.waitsUntil(0)).toBe(1e12);
    expect(pacer.nextIn(0)).toBe(60_000);
    expect(pacer.allowance(60_000, 0)).toBe(0);
    expect(pacer.nextIn(1e12 - 5)).toBe(5);
  });
});

/** Where it ends up on a machine where a step takes a fixed time, and a time for each row. */
function settledAt(fixedMs: number, rowMs: number): { rows: number; milliseconds: number } {
  const size = createStepSize();
  const takes = (rows: number) => fixedMs + rows * rowMs;
  for (let step = 0; step < 200; step += 1) size.took(size.rows(), takes(size.rows()));
  return { rows: size.rows(), milliseconds: takes(size.rows()) };
}

describe('the rows of a step', () => {
  it('grow on a quick machine up to their bound', () => {
    expect(settledAt(1, 0.1).rows).toBe(32);
  });

  it.each([0.5, 0.8, 1.2, 2])('stay so few that a step of %f ms a row is short', (rowMs) => {
    const { rows, milliseconds } = settledAt(4, rowMs);
    expect(milliseconds).toBeLessThanOrEqual(28);
    expect(rows).toBeGreaterThanOrEqual(6);
  });

  it('are never none, however slow it is', () => {
    expect(settledAt(500, 50).rows).toBe(6);
  });

  it('do not grow by steps that had little to do', () => {
    const size = createStepSize();
    for (let step = 0; step < 50; step += 1) size.took(1, 1);
    expect(size.rows()).toBe(8);
  });
});
