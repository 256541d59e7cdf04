import { describe, expect, it } from 'vitest';
import { checkHoldsMs } from '../../../../bridge/check-age.ts';
import { type Bench, checkNow, failed, failure } from './testing/bench.ts';
import { timedBenches } from './testing/timed-benches.ts';

const { bench, tick } = timedBenches();
const pathsOf = ({ proved }: Bench) => proved.map(({ path }) => path);
const proofsOf = ({ supervisor }: Bench) =>
  Object.fromEntries([...supervisor.report().paths].map(([path, { state }]) => [path, state]));

describe('the paths of several webhooks', () => {
  it('are all proved after opening, and in turn on schedule', async () => {
    const one = bench({ paths: ['aa', 'bb', 'cc'] });
    one.supervisor.start();
    await tick(10);
    expect(pathsOf(one)).toEqual(['aa', 'bb', 'cc']);
    await tick(90_000);
    expect(pathsOf(one).slice(3)).toEqual(['aa', 'bb', 'cc']);
    expect(proofsOf(one)).toEqual({ aa: 'proven', bb: 'proven', cc: 'proven' });
  });

  it('are each proved while their last proof counts, however seldom the provider’s own period is', async () => {
    const paths = Array.from({ length: 10 }, (_, index) => `path-${index}`);
    const one = bench({ paths, proveEveryMs: 5 * 60_000 });
    one.supervisor.start();
    await tick(10);
    for (let minute = 0; minute < 60; minute += 1) {
      await tick(60_000);
      const ages = paths.map(
        (path) => Date.now() - (one.supervisor.report().paths.get(path)?.at ?? 0),
      );
      expect(Math.max(...ages)).toBeLessThan(checkHoldsMs);
    }
    // In turn, and no more often than that takes: 10 at the opening, then one in 52.8 s.
    expect(one.proved.length).toBeLessThan(80);
  });

  it('are proved one by one: what one proves says nothing of another', async () => {
    const one = bench({ paths: ['aa', 'bb'], answers: { bb: () => failed('wrong-answer') } });
    one.supervisor.start();
    await tick();
    // The tunnel works, and so does this path; the other is known to fail.
    expect(one.state().state).toBe('proven');
    expect(proofsOf(one)).toEqual({ aa: 'proven', bb: 'failed' });
    expect(one.supervisor.report().paths.get('bb')).toMatchObject({
      reason: { code: 'wrong-answer' },
      lastProvenAt: null,
    });
    expect(one.closed()).toBe(0);
  });

  it('tell whose fault it is when the first one fails', async () => {
    const one = bench({ paths: ['aa', 'bb'], answers: { aa: () => failed('not-back') } });
    one.supervisor.start();
    await tick();
    expect(pathsOf(one)).toEqual(['aa', 'bb']);
    expect(one.state().state).toBe('proven');
    expect(proofsOf(one)).toEqual({ aa: 'failed', bb: 'proven' });
  });

  it('all failing, the tunnel is failing', async () => {
    const one = bench({ paths: ['aa', 'bb'] });
    one.proofs.push(() => failed('not-back'));
    one.supervisor.start();
    await tick();
    expect(one.state()).toMatchObject({ state: 'failing', reason: { code: 'not-back' } });
    expect(pathsOf(one)).toEqual(['aa', 'bb']);
    expect(proofsOf(one)).toEqual({});
  });

  it('are not asked one after another where nothing answers at all', async () => {
    const one = bench({ paths: ['aa', 'bb', 'cc'] });
    one.proofs.push(() => failed('timeout'));
    one.supervisor.start();
    await tick();
    expect(pathsOf(one)).toEqual(['aa']);
    expect(one.state().state).toBe('failing');
  });

  it('come back when what stood in the way is gone, and remember when they came last', async () => {
    const answers: NonNullable<Parameters<typeof bench>[0]>['answers'] = {};
    const one = bench({ paths: ['aa', 'bb'], answers });
    one.supervisor.start();
    await tick();
    const provenAt = Date.now();
    answers['bb'] = () => failed('redirected');
    await tick(60_000);
    expect(one.supervisor.report().paths.get('bb')).toMatchObject({
      state: 'failed',
      lastProvenAt: provenAt,
    });
    answers['bb'] = checkNow;
    await tick(60_000);
    expect(proofsOf(one)).toEqual({ aa: 'proven', bb: 'proven' });
  });

  it('count for nothing after a cut, a pause or a new address, and are proved anew', async () => {
    const one = bench({ paths: ['aa', 'bb'] });
    one.supervisor.start();
    await tick();
    one.proofs.push('hang');
    one.end(failure('cut'));
    await tick(200);
    expect(proofsOf(one)).toEqual({});
    one.proofs.length = 0;
    await one.supervisor.stop();
    one.supervisor.start();
    await tick();
    expect(proofsOf(one)).toEqual({ aa: 'proven', bb: 'proven' });
    one.proofs.push('hang');
    one.supervisor.resumed();
    await tick();
    expect(proofsOf(one)).toEqual({});
  });

  it('are proved at once when a webhook is added, and not a second time', async () => {
    const paths = ['aa'];
    const one = bench({ paths });
    one.supervisor.start();
    await tick(1_000);
    paths.push('bb');
    one.supervisor.pathsChanged();
    one.supervisor.pathsChanged();
    await tick();
    expect(pathsOf(one)).toEqual(['aa', 'bb']);
    one.supervisor.pathsChanged();
    await tick(1_000);
    expect(pathsOf(one)).toEqual(['aa', 'bb']);
  });

  it('are told apart for who asks for one of them', async () => {
    const one = bench({ answers: { ff: () => failed('wrong-answer') } });
    one.supervisor.start();
    await tick(1_000);
    const { state, paths } = await one.supervisor.prove('ff');
    expect([state.state, paths.get('ff')?.state]).toEqual(['proven', 'failed']);
  });
});
