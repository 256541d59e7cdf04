import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  createReachabilityCheck,
  type ReachabilityCheckOptions,
} from '../../src/main/features/webhooks/tunnels/reachability-check.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { freePort } from './support/free-port.ts';
import { startProofReceiver } from './support/proof-receiver.ts';
import { trustPublicly } from './support/public-trust.ts';
import { publicCertificate } from './support/tls-proxy.ts';

const path = 'ab'.repeat(16);
const never = new AbortController().signal;

const proverOf = (
  receiver: ReachabilityCheckOptions['receiver'],
  options: Partial<ReachabilityCheckOptions> = {},
) =>
  createReachabilityCheck({
    receiver,
    fetch: globalThis.fetch,
    clock: systemClock,
    random: systemRandom,
    patienceMs: 30_000,
    // The public side is on loopback.
    rules: { allowPrivate: true },
    ...options,
  });

/** A receiver behind TLS, as if all the way in lay between. */
async function publicReceiver(answer?: number) {
  const tls = publicCertificate();
  const receiver = await startProofReceiver({
    tls,
    ...(answer === undefined ? {} : { answer }),
  });
  const untrust = trustPublicly(tls.cert);
  const publicOrigin = `https://localhost:${receiver.port}`;
  return {
    receiver,
    tls,
    publicOrigin,
    untrust,
    target: { publicOrigin, pinnedCertificate: null, path },
    [Symbol.asyncDispose]: async () => {
      untrust();
      await receiver.stop();
    },
  };
}

describe('a proof', () => {
  it('comes back to the receiver, on the path of the webhook, with a new nonce each time', async () => {
    await using side = await publicReceiver();
    const prover = proverOf(side.receiver);
    for (let round = 0; round < 3; round++) {
      expect(await prover.prove(side.target, never)).toMatchObject({
        kind: 'proven',
        tookMs: expect.any(Number),
      });
    }
    expect(new Set(side.receiver.nonces).size).toBe(3);
    for (const nonce of side.receiver.nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is none when another server answers 204', async () => {
    await using side = await publicReceiver();
    await using ours = {
      receiver: await startProofReceiver(),
      [Symbol.asyncDispose]: () => ours.receiver.stop(),
    };
    // The nonce is waited for here, and the address leads there.
    const result = await proverOf(ours.receiver).prove(side.target, never);
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'wrong-answer' } });
  });

  it('is none when the answer is changed on its way back: a delivery would count as failed', async () => {
    await using side = await publicReceiver(500);
    const result = await proverOf(side.receiver).prove(side.target, never);
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'answer-lost' } });
  });

  it('is none without public trust', async () => {
    await using side = await publicReceiver();
    side.untrust();
    const result = await proverOf(side.receiver).prove(side.target, never);
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'certificate' } });
  });

  it('trusts a pinned certificate and nothing beside it', async () => {
    await using side = await publicReceiver();
    const prover = proverOf(side.receiver);
    side.untrust();
    const pinned = { ...side.target, pinnedCertificate: side.tls.cert };
    expect(await prover.prove(pinned, never)).toMatchObject({ kind: 'proven' });
    const other = { ...side.target, pinnedCertificate: publicCertificate().cert };
    const undo = trustPublicly(side.tls.cert);
    const result = await prover.prove(other, never);
    undo();
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'certificate' } });
  });

  it('tells a public side that can’t be reached from one that does not work', async () => {
    await using side = await publicReceiver();
    const prover = proverOf(side.receiver);
    const closed = { ...side.target, publicOrigin: `https://localhost:${await freePort()}` };
    expect(await prover.prove(closed, never)).toMatchObject({
      kind: 'unreached',
      failure: { code: 'refused' },
    });
    const nameless = { ...side.target, publicOrigin: 'https://no-such-name.invalid' };
    expect(await prover.prove(nameless, never)).toMatchObject({
      kind: 'failed',
      failure: { code: 'name' },
    });
  });

  it('ends in its time when nothing answers, and says whether a connection came about', async () => {
    const mute = createServer().listen({ host: '127.0.0.1', port: 0 });
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const target = {
      publicOrigin: `https://127.0.0.1:${port}`,
      pinnedCertificate: null,
      path,
    };
    const receiver = {
      expectProof: () => ({
        arrived: new Promise<number>(() => undefined),
        cancel: () => undefined,
      }),
    };
    const patienceMs = 300;
    expect(await proverOf(receiver, { patienceMs }).prove(target, never)).toMatchObject({
      kind: 'failed',
      failure: { code: 'timeout' },
    });
    const canConnect = () => Promise.resolve(false);
    const prover = proverOf(receiver, { patienceMs, canConnect });
    expect(await prover.prove(target, never)).toMatchObject({
      kind: 'unreached',
      failure: { code: 'timeout' },
    });
    mute.close();
  });

  it.each([
    [302, 'redirected'],
    [401, 'wrong-answer'],
    [404, 'wrong-answer'],
    [200, 'wrong-answer'],
    [502, 'not-back'],
    [503, 'not-back'],
  ])('an answer of %i without the nonce is %s', async (status, code) => {
    const fetch = () => Promise.resolve(new Response(null, { status }));
    await using ours = {
      receiver: await startProofReceiver(),
      [Symbol.asyncDispose]: () => ours.receiver.stop(),
    };
    const target = { publicOrigin: 'https://hooks.example', pinnedCertificate: null, path };
    expect(await proverOf(ours.receiver, { fetch }).prove(target, never)).toMatchObject({
      kind: 'failed',
      failure: { code, needsPerson: false },
    });
  });

  it('asks for no redirect to be followed, sends no cookies, and never names itself in the URL', async () => {
    const sent: { url: string; init: RequestInit }[] = [];
    const fetch: typeof globalThis.fetch = (url, init) => {
      sent.push({ url: String(url), init: init ?? {} });
      return Promise.resolve(new Response(null, { status: 404 }));
    };
    await using ours = {
      receiver: await startProofReceiver(),
      [Symbol.asyncDispose]: () => ours.receiver.stop(),
    };
    const target = { publicOrigin: 'https://hooks.example', pinnedCertificate: null, path };
    await proverOf(ours.receiver, { fetch }).prove(target, never);
    expect(sent).toEqual([
      {
        url: `https://hooks.example/hooks/${path}`,
        init: expect.objectContaining({
          method: 'POST',
          redirect: 'manual',
          credentials: 'omit',
          headers: expect.objectContaining({ 'content-type': 'application/json' }),
        }),
      },
    ]);
  });

  it('is worth nothing once nobody waits for it any more', async () => {
    await using side = await publicReceiver();
    const gone = new AbortController();
    gone.abort(new Error('closed'));
    await expect(proverOf(side.receiver).prove(side.target, gone.signal)).rejects.toThrow('closed');
    expect(side.receiver.nonces).toEqual([]);
  });
});
