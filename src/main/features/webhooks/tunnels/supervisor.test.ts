import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { checkNow, failure, origin } from './testing/bench.ts';
import { timedBenches } from './testing/timed-benches.ts';
import { TunnelError } from './tunnel.ts';

const { bench, tick } = timedBenches();

describe('a tunnel that is opened', () => {
  it('goes from closed over opening and proving to proven, and back to closed', async () => {
    const { supervisor, state, closed } = bench();
    const seen: string[] = [state().state];
    supervisor.onChange(() => seen.push(state().state));
    supervisor.start();
    await tick();
    expect(state()).toMatchObject({ state: 'proven', publicOrigin: origin, tookMs: 7 });
    await supervisor.stop();
    expect(seen).toEqual(['closed', 'opening', 'proving', 'proven', 'closed']);
    expect(closed()).toBe(1);
  });

  it('is not proven by being open', async () => {
    const { supervisor, proofs, state } = bench();
    proofs.push('hang');
    supervisor.start();
    await tick(9_000);
    expect(state()).toMatchObject({ state: 'proving', publicOrigin: origin });
    expect(supervisor.report().lastProvenAt).toBeNull();
  });

  it('is proven again on schedule, and remembers when', async () => {
    const { supervisor, proved, state } = bench();
    supervisor.start();
    await tick();
    const first = supervisor.report().lastProvenAt ?? 0;
    await tick(29_000);
    expect(proved).toHaveLength(1);
    await tick(2_000);
    expect(supervisor.report().lastProvenAt).toBe(first + 30_000);
    await tick(30_000);
    expect(proved).toHaveLength(3);
    expect(state()).toMatchObject({ state: 'proven', since: first });
  });

  it('starts once, and starts again after it was stopped', async () => {
    const { supervisor, opened, closed, state } = bench();
    supervisor.start();
    supervisor.start();
    await tick();
    const stopping = supervisor.stop();
    supervisor.start();
    await stopping;
    await tick();
    expect([opened(), closed()]).toEqual([2, 1]);
    expect(state().state).toBe('proven');
  });

  it('is closed even while it opens', async () => {
    const { supervisor, state } = bench({
      open: (_port, _events, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    supervisor.start();
    await tick();
    expect(state().state).toBe('opening');
    await supervisor.stop();
    expect(state().state).toBe('closed');
  });
});

describe('a tunnel that can’t be opened', () => {
  it('is tried again, ever more slowly, and says why it fails', async () => {
    const { supervisor, openings, opened, state } = bench();
    openings.push(new TunnelError('refused', 'It refused.'));
    supervisor.start();
    await tick();
    const now = systemClock.now();
    expect(state()).toEqual({
      state: 'failing',
      since: now,
      publicOrigin: null,
      reason: { code: 'refused', sentence: 'It refused.', needsPerson: false },
      failures: 1,
      nextTryAt: now + 150,
    });
    await tick(150 + 300 + 600 + 1_200);
    expect(opened()).toBe(5);
    expect(state()).toMatchObject({ failures: 5, since: now });
    await tick(10 * 60_000);
    expect(opened()).toBeLessThan(25);
    openings.push(origin);
    await tick(120_000);
    expect(state().state).toBe('proven');
  });

  it('waits for a person where trying again could do harm', async () => {
    const { supervisor, openings, opened, state } = bench();
    openings.push(new TunnelError('authentication', 'No.', { needsPerson: true }), origin);
    supervisor.start();
    await tick(3_600_000);
    supervisor.resumed();
    await tick(3_600_000);
    expect(opened()).toBe(1);
    expect(state()).toMatchObject({ state: 'failing', nextTryAt: null });
    expect((await supervisor.prove()).state.state).toBe('proven');
  });

  it('hides what nobody foresaw behind a sentence, and goes on trying', async () => {
    const { supervisor, openings, state } = bench();
    openings.push(new TypeError('x is not a function'), origin);
    supervisor.start();
    await tick();
    expect(state()).toMatchObject({ state: 'failing', reason: { code: 'internal' } });
    await tick(1_000);
    expect(state().state).toBe('proven');
  });
});

describe('a tunnel that is cut', () => {
  it('fails at once, and is opened and proven again', async () => {
    const { supervisor, proved, end, state, opened } = bench();
    supervisor.start();
    await tick(5_000);
    end(failure('silent'));
    await tick();
    expect(state()).toMatchObject({ state: 'failing', reason: { code: 'silent' }, failures: 1 });
    await tick(200);
    expect([opened(), proved.length, state().state]).toEqual([2, 2, 'proven']);
  });

  it('fails while a proof is under way, without waiting for that', async () => {
    const { supervisor, proofs, end, state } = bench();
    proofs.push('hang', checkNow);
    supervisor.start();
    await tick(1_000);
    end(failure('cut'));
    await tick();
    expect(state()).toMatchObject({ state: 'failing', reason: { code: 'cut' } });
    await tick(200);
    expect(state().state).toBe('proven');
  });

  it('is slowed down when it is cut again and again', async () => {
    const { supervisor, end, opened } = bench();
    supervisor.start();
    await tick();
    for (let round = 0; round < 200; round++) {
      end(failure('cut'));
      await tick(100);
    }
    expect(opened()).toBeLessThan(12);
  });

  it('is not slowed down when it held for a while', async () => {
    const { supervisor, end, state } = bench();
    supervisor.start();
    for (let round = 0; round < 10; round++) {
      await tick(3_000);
      end(failure('cut'));
      await tick();
      expect(state()).toMatchObject({ state: 'failing', failures: 1 });
    }
  });
});
