import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { leadsToPrivate } from './public-host.ts';
import { createReachabilityCheck, type ReachabilityCheckOptions } from './reachability-check.ts';

const origin = 'https://hooks.example.com';
const never = new AbortController().signal;
const answering = (...addresses: string[]) => ({ resolve: () => Promise.resolve(addresses) });

describe('the name of a public address', () => {
  it.each([
    [['10.1.2.3']],
    [['127.0.0.1']],
    [['fd00::1']],
    [['::1']],
    [['1.1.1.1', '192.168.0.2']],
    [['64:ff9b::a01:203']],
  ])('leads to the inside with %j', async (addresses) => {
    const { resolve } = answering(...addresses);
    expect(await leadsToPrivate(origin, resolve, never)).toBe(true);
  });

  it.each([[['1.1.1.1', '2606:4700::1111']], [['64:ff9b::101:101']]])(
    'leads to the world with %j',
    async (addresses) => {
      const { resolve } = answering(...addresses);
      expect(await leadsToPrivate(origin, resolve, never)).toBe(false);
    },
  );

  it('that is not found here is for whoever calls it to tell: a proxy may know it', async () => {
    const missing = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await leadsToPrivate(origin, missing, never)).toBe(false);
  });

  it('that is an address already is not looked up', async () => {
    const refuse = () => Promise.reject(new Error('asked'));
    expect(await leadsToPrivate('https://1.1.1.1:8443', refuse, never)).toBe(false);
    expect(await leadsToPrivate('https://[fd00::1]', refuse, never)).toBe(true);
  });

  it('is given up when nobody wants to know it any more', async () => {
    const hangs = () => new Promise<never>(() => undefined);
    const stop = new AbortController();
    const asked = leadsToPrivate(origin, hangs, stop.signal);
    stop.abort(new Error('closed'));
    await expect(asked).rejects.toThrow('closed');
  });
});

describe('a proof', () => {
  /** What went out, to a public side that answers everything. */
  const bench = (
    options: Partial<ReachabilityCheckOptions> = {},
    arrived = Promise.resolve(systemClock.now()),
  ) => {
    const sent: string[] = [];
    const prover = createReachabilityCheck({
      receiver: {
        expectProof: () => ({ arrived, cancel: () => undefined }),
      },
      fetch: (url) => {
        sent.push(String(url));
        return Promise.resolve(new Response(null, { status: 204 }));
      },
      clock: systemClock,
      random: systemRandom,
      rules: { allowPrivate: false },
      canConnect: () => Promise.resolve(false),
      ...options,
    });
    const target = { publicOrigin: origin, pinnedCertificate: null, path: 'ab'.repeat(16) };
    return { sent, prove: () => prover.prove(target, never) };
  };

  it('is not sent to the inside, and none is taken from there', async () => {
    const { sent, prove } = bench(answering('10.1.2.3'));
    expect(await prove()).toMatchObject({
      kind: 'failed',
      failure: { code: 'private-address', needsPerson: false },
    });
    expect(sent).toEqual([]);
  });

  it('goes out to the world', async () => {
    const { sent, prove } = bench(answering('1.1.1.1'));
    expect(await prove()).toMatchObject({ kind: 'proven' });
    expect(sent).toHaveLength(1);
  });

  it('goes inside with the switch for tests', async () => {
    const { prove } = bench({ ...answering('10.1.2.3'), rules: { allowPrivate: true } });
    expect(await prove()).toMatchObject({ kind: 'proven' });
  });

  it('does not wait for a name server longer than for an answer', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const { prove } = bench({ resolve, patienceMs: 20 }, new Promise(() => undefined));
    expect(await prove()).toMatchObject({ kind: 'unreached', failure: { code: 'timeout' } });
  });
});
