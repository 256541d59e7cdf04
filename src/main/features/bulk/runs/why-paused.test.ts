import { describe, expect, it } from 'vitest';
import { watchForPause } from './why-paused.ts';

type Outcome = Parameters<ReturnType<typeof watchForPause>['see']>[0];
const outcome = (state: Outcome['state'], cause: string | null = null): Outcome => ({
  state,
  cause,
  sentence: 'It is so.',
  retryAfterMs: null,
});
const created = outcome('created');
const unknown = outcome('unknown', 'timeout');

/** What the watch says after each of them. */
const seen = (outcomes: readonly Outcome[]) => {
  const watch = watchForPause();
  return outcomes.map((one) => watch.see(one)?.cause ?? null);
};
const times = <Value>(count: number, value: Value): Value[] =>
  Array.from({ length: count }, () => value);

describe('a run pauses', () => {
  it('after five rows in a row whose outcome is not known', () => {
    expect(seen(times(5, unknown)).slice(-2)).toEqual([null, 'unclear']);
    expect(seen([...times(4, unknown), created, ...times(4, unknown)])).not.toContain('unclear');
  });

  it('when ten of the last fifty are not known, with others between them', () => {
    const everyFourth = Array.from({ length: 200 }, (_, at) => (at % 4 === 3 ? unknown : created));
    expect(seen(everyFourth).indexOf('unclear')).toBe(39);
    const rare = Array.from({ length: 400 }, (_, at) => (at % 6 === 5 ? unknown : created));
    expect(seen(rare)).not.toContain('unclear');
  });

  it('after twenty refusals in a row for one cause, and not for several', () => {
    const missing = outcome('refused', 'not-found');
    const invalid = outcome('refused', 'invalid');
    expect(seen(times(20, missing)).slice(-2)).toEqual([null, 'refused']);
    expect(seen(times(20, outcome('refused', 'forbidden'))).at(-1)).toBe('forbidden');
    const mixed = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? missing : invalid));
    expect(seen(mixed).every((cause) => cause === null)).toBe(true);
    expect(seen([...times(19, missing), created, ...times(19, missing)]).at(-1)).toBeNull();
  });

  it('when the service asks for a wait that nobody sits out', () => {
    const watch = watchForPause();
    const limited = (retryAfterMs: number | null) =>
      watch.see({ ...outcome('refused', 'rate-limited'), retryAfterMs })?.cause ?? null;
    expect(limited(null)).toBeNull();
    expect(limited(600_000)).toBeNull();
    expect(limited(600_001)).toBe('long-wait');
    expect(limited(1e12)).toBe('long-wait');
    // Being asked to wait is no refusal of the row.
    expect(seen(times(50, outcome('refused', 'rate-limited'))).at(-1)).toBeNull();
  });

  it('at once when nothing was sent, the token is refused, or the disk is full', () => {
    expect(seen([outcome('not-sent', 'unreachable')])).toEqual(['unreachable']);
    expect(seen([outcome('refused', 'unauthorized')])).toEqual(['token-refused']);
    expect(seen([outcome('unknown', 'not-kept')])).toEqual(['disk-full']);
  });
});
