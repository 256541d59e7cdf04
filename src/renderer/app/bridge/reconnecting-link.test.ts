import type { ClientContext, ClientLink } from '@orpc/client';
import { describe, expect, it, vi } from 'vitest';
import { BridgeLostError, createReconnectingLink, reconnectDelay } from './reconnecting-link.ts';
import { type Connection, SessionRefusedError, type Transport } from './transport.ts';

type Call = ClientLink<ClientContext>['call'];

/** A transport whose connections open and break when the test says so. */
function controlled() {
  const waiting: PromiseWithResolvers<Connection>[] = [];
  const waits: { milliseconds: number; over: () => void }[] = [];
  const states: string[] = [];
  const asked = Promise.withResolvers<void>();
  let onAsk = asked.resolve;
  const transport: Transport = {
    open: () => {
      const opening = Promise.withResolvers<Connection>();
      waiting.push(opening);
      onAsk();
      return opening.promise;
    },
  };
  const wait = (milliseconds: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waits.push({ milliseconds, over: resolve });
    return promise;
  };
  const link = createReconnectingLink({
    transport,
    onState: (state) => void states.push(state),
    wait,
    patience: 5_000,
  });
  return {
    link,
    states,
    waits,
    waiting,
    /** Opens the connection that is asked for now. */
    connect: async (call: Call) => {
      const { promise: closed, resolve: breakOff } = Promise.withResolvers<void>();
      vi.spyOn(closed, 'then').mockImplementation(() => {
        throw new Error('A reaction stays for as long as the connection does.');
      });
      waiting.at(-1)?.resolve({ link: { call }, closed, close: breakOff });
      await settled();
      return breakOff;
    },
    /** Lets the pause before the next try pass. */
    nextTry: async () => {
      const again = Promise.withResolvers<void>();
      onAsk = again.resolve;
      waits.findLast(({ milliseconds }) => milliseconds < 5_000)?.over();
      await again.promise;
    },
    impatience: () => waits.find(({ milliseconds }) => milliseconds === 5_000)?.over(),
  };
}

/** All promise reactions that are due have run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const options = { context: {} };
const answering: Call = async () => 'answer';
const hanging: Call = () => new Promise(() => undefined);

describe('the link', () => {
  it('a call made before the connection waits for it', async () => {
    const page = controlled();
    page.link.start();
    const call = page.link.call(['customers', 'list'], {}, options);
    await page.connect(answering);
    expect(await call).toBe('answer');
    expect(page.states).toEqual(['connecting', 'connected']);
  });

  it('a call under way when the connection breaks rejects, and is not made again', async () => {
    const page = controlled();
    page.link.start();
    const breakOff = await page.connect(hanging);
    const call = page.link.call(['customers', 'create'], {}, options);
    await settled();
    breakOff();
    await expect(call).rejects.toMatchObject({ name: 'BridgeLostError', mayHaveArrived: true });
    let calls = 0;
    await page.nextTry();
    await page.connect(async () => {
      calls += 1;
    });
    expect(page.states).toEqual(['connecting', 'connected', 'lost', 'connected']);
    expect(calls).toBe(0);
  });

  it('goes on over the next connection', async () => {
    const page = controlled();
    page.link.start();
    const breakOff = await page.connect(hanging);
    breakOff();
    await settled();
    const call = page.link.call(['customers', 'list'], {}, options);
    await page.nextTry();
    await page.connect(answering);
    expect(await call).toBe('answer');
  });

  it('a call loses patience when nobody answers, and nothing of it was sent', async () => {
    const page = controlled();
    page.link.start();
    const call = page.link.call(['customers', 'create'], {}, options);
    page.impatience();
    await expect(call).rejects.toMatchObject({ mayHaveArrived: false });
  });

  it('an answer that is an error stays that error', async () => {
    const page = controlled();
    page.link.start();
    await page.connect(async () => {
      throw new RangeError('declared');
    });
    await expect(page.link.call(['x'], {}, options)).rejects.toThrow(RangeError);
  });

  it('tries again after a refusal to open, later each time', async () => {
    const page = controlled();
    page.link.start();
    page.waiting.at(-1)?.reject(new Error('nobody there'));
    await settled();
    await page.nextTry();
    page.waiting.at(-1)?.reject(new Error('nobody there'));
    await settled();
    expect(page.waits.map(({ milliseconds }) => milliseconds)).toEqual([200, 400]);
    expect(page.states).toEqual(['connecting']);
  });

  it('stops for good when the host does not know the page', async () => {
    const page = controlled();
    page.link.start();
    page.waiting.at(-1)?.reject(new SessionRefusedError());
    await settled();
    expect(page.states).toEqual(['connecting', 'refused']);
    expect(page.waits).toEqual([]);
  });

  it('opens nothing more once it is disposed', async () => {
    const page = controlled();
    page.link.start();
    await page.connect(answering);
    page.link.dispose();
    await settled();
    page.waits.at(-1)?.over();
    await settled();
    expect(page.waiting).toHaveLength(1);
    expect(page.states).not.toContain('lost');
  });
});

it('pauses grow to two seconds and no further', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(reconnectDelay)).toEqual([
    100, 200, 400, 800, 1_600, 2_000, 2_000,
  ]);
});

it('a lost bridge is an error with a name', () => {
  expect(new BridgeLostError(true)).toBeInstanceOf(Error);
});
