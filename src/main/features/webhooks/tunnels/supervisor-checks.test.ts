import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { checkNow, failed, failure, origin, unreached } from './testing/bench.ts';
import { timedBenches } from './testing/timed-benches.ts';
import { TunnelError } from './tunnel.ts';

const { bench, tick } = timedBenches();

describe('a proof that does not come back', () => {
  it('makes it failing though it is open, and is tried again', async () => {
    const { supervisor, proofs, state, opened } = bench();
    proofs.push(checkNow, () => failed('not-back'), checkNow);
    supervisor.start();
    await tick(30_000);
    expect(state()).toMatchObject({ state: 'failing', publicOrigin: origin });
    expect(supervisor.report().lastProvenAt).not.toBeNull();
    await tick(150);
    expect([state().state, opened()]).toEqual(['proven', 1]);
  });

  it('twice in a row opens the tunnel anew', async () => {
    const { supervisor, proofs, opened, closed } = bench();
    proofs.push(() => failed('not-back'));
    supervisor.start();
    await tick(150);
    expect([opened(), closed()]).toEqual([1, 1]);
    await tick(300);
    expect(opened()).toBe(2);
  });

  it('never reopens what is not ours to open', async () => {
    const { supervisor, proofs, opened } = bench({ kind: 'own-url', canReopen: false });
    proofs.push(() => failed('wrong-answer'));
    supervisor.start();
    await tick(60_000);
    expect(opened()).toBe(1);
  });
});

describe('a network that can’t reach its own public side', () => {
  it('makes it not provable, never proven, and goes on looking', async () => {
    const { supervisor, proofs, state, opened } = bench();
    proofs.push(() => unreached);
    supervisor.start();
    await tick(95_000);
    expect(state()).toMatchObject({ state: 'not-provable', reason: { code: 'refused' } });
    expect([opened(), supervisor.report().lastProvenAt]).toEqual([1, null]);
    proofs.push(checkNow);
    await tick(60_000);
    expect(state().state).toBe('proven');
  });

  it('is no excuse where the public side was reached from here before', async () => {
    const { supervisor, proofs, state } = bench();
    proofs.push(checkNow, () => unreached);
    supervisor.start();
    await tick(30_000);
    expect(state().state).toBe('failing');
  });

  it('may be another network after a pause', async () => {
    const { supervisor, proofs, state } = bench();
    proofs.push(checkNow, () => unreached);
    supervisor.start();
    await tick();
    supervisor.resumed();
    await tick();
    expect(state().state).toBe('not-provable');
  });

  it('is no excuse for the sandbox, which never leaves this computer', async () => {
    const { supervisor, proofs, state } = bench({ kind: 'sandbox' });
    proofs.push(() => unreached);
    supervisor.start();
    await tick();
    expect(state().state).toBe('failing');
  });
});

describe('a pause', () => {
  it('puts a proof in doubt when the clock jumped, forwards and backwards', async () => {
    const { supervisor, proved, proofs, state } = bench();
    supervisor.start();
    await tick(2_500);
    for (const jump of [3_600_000, -3_600_000]) {
      proofs.length = 0;
      proofs.push('hang');
      vi.setSystemTime(Date.now() + jump);
      await tick(1_000);
      expect(state().state).toBe('proving');
      const before = proved.length;
      proofs.length = 0;
      void supervisor.stop();
      supervisor.start();
      await tick();
      expect(state().state).toBe('proven');
      expect(proved.length).toBe(before + 1);
    }
  });

  it('is not seen where a computer was only busy', async () => {
    const { supervisor, proved } = bench();
    supervisor.start();
    await tick(2_500);
    vi.setSystemTime(Date.now() + 3_000);
    await tick(2_000);
    expect(proved).toHaveLength(1);
  });

  it('ends the wait of a tunnel that was failing', async () => {
    const { supervisor, openings, opened, state } = bench();
    openings.push(new TunnelError('name', 'No name.'));
    supervisor.start();
    await tick(600_000);
    const before = opened();
    openings.push(origin);
    openings.shift();
    supervisor.resumed();
    await tick();
    expect([opened(), state().state]).toEqual([before + 1, 'proven']);
  });
});

describe('a proof that is asked for', () => {
  it('goes out at once on the path that was given', async () => {
    const { supervisor, proved } = bench();
    supervisor.start();
    await tick(1_000);
    const report = await supervisor.prove('ff');
    expect(proved.at(-1)?.path).toBe('ff');
    expect(report.state).toMatchObject({ state: 'proven', at: systemClock.now() });
  });

  it('is one each for two paths, and one for two who ask for the same', async () => {
    const { supervisor, proved } = bench();
    supervisor.start();
    await tick(1_000);
    await Promise.all([supervisor.prove('ff'), supervisor.prove('ff'), supervisor.prove('ee')]);
    expect(proved.slice(1).map(({ path }) => path)).toEqual(['ff', 'ee']);
  });

  it('tells what failed', async () => {
    const { supervisor, proofs } = bench();
    proofs.push(checkNow, () => failed('certificate'));
    supervisor.start();
    await tick(1_000);
    const { state } = await supervisor.prove();
    expect(state).toMatchObject({ state: 'failing', reason: { code: 'certificate' } });
  });

  it('is answered at once when the tunnel is closed, and when it is closed meanwhile', async () => {
    const { supervisor, proofs } = bench();
    expect((await supervisor.prove()).state.state).toBe('closed');
    proofs.push('hang');
    supervisor.start();
    const asking = supervisor.prove();
    await tick(100);
    await supervisor.stop();
    expect((await asking).state.state).toBe('closed');
  });
});

describe('an address that changed', () => {
  it('is told after a restart of the console', async () => {
    const { supervisor } = bench({ knownOrigin: 'https://old.example' });
    supervisor.start();
    await tick();
    expect(supervisor.report().moved).toMatchObject({ from: 'https://old.example', to: origin });
    supervisor.acknowledgeMove();
    expect(supervisor.report().moved).toBeNull();
  });

  it('is told after a reconnect, with the first one that was left, until it is back', async () => {
    const { supervisor, openings, end } = bench();
    const one = 'https://one.example';
    const two = 'https://two.example';
    openings.push(one, two, 'https://three.example', one);
    supervisor.start();
    await tick(5_000);
    expect(supervisor.report().moved).toBeNull();
    end(failure('cut'));
    await tick(5_000);
    expect(supervisor.report().moved).toMatchObject({ from: one, to: two });
    end(failure('cut'));
    await tick(5_000);
    expect(supervisor.report().moved).toMatchObject({ from: one, to: 'https://three.example' });
    end(failure('cut'));
    await tick(5_000);
    expect(supervisor.report().moved).toBeNull();
  });

  it('is proven anew when the provider changes it under an open tunnel', async () => {
    const { supervisor, events, proved, state } = bench();
    supervisor.start();
    await tick();
    events().moved('https://other.example');
    await tick();
    expect(proved.at(-1)?.publicOrigin).toBe('https://other.example');
    expect(state()).toMatchObject({ state: 'proven', publicOrigin: 'https://other.example' });
    expect(supervisor.report().moved).toMatchObject({ from: origin });
  });

  it('is nothing at the first opening', async () => {
    const { supervisor, events, proved } = bench();
    supervisor.start();
    await tick();
    expect(supervisor.report().moved).toBeNull();
    events().disturbed();
    await tick();
    expect(proved).toHaveLength(2);
  });
});
