/**
 * A link that is rebuilt whenever its connection is gone.
 *
 *     connecting ──▶ connected ──▶ lost ──▶ connected …
 *         └──▶ refused ◀─────────────┘
 *                 └──(renewed)──▶ connected …
 *
 * Calls made while there is no connection wait for the next one, for a bounded time. A call that
 * was under way when the connection went is never made again here: whoever made it decides.
 */
import type { ClientContext, ClientLink, ClientOptions } from '@orpc/client';
import { type Connection, SessionRefusedError, type Transport } from './transport.ts';

/** `connecting` only before the first connection; `refused`: the page needs a new link. */
export type BridgeState = 'connecting' | 'connected' | 'lost' | 'refused';

/** The bridge was not there, or went away before the answer came. */
export class BridgeLostError extends Error {
  /** Whether the call may have reached main. */
  readonly mayHaveArrived: boolean;

  constructor(mayHaveArrived: boolean) {
    super('The connection to Causeway was lost.');
    this.name = 'BridgeLostError';
    this.mayHaveArrived = mayHaveArrived;
  }
}

export interface ReconnectingLinkOptions {
  transport: Transport;
  onState: (state: BridgeState) => void;
  /** Waits that many milliseconds. */
  wait: (milliseconds: number) => Promise<void>;
  /** How long a call waits for a connection, in milliseconds. */
  patience?: number;
}

export interface ReconnectingLink extends ClientLink<ClientContext> {
  start(): void;
  dispose(): void;
}

/** 0.1 s, doubling up to 2 s. */
export const reconnectDelay = (attempt: number): number => Math.min(100 * 2 ** attempt, 2_000);

export function createReconnectingLink(options: ReconnectingLinkOptions): ReconnectingLink {
  const { transport, onState, wait, patience = 5_000 } = options;
  let current: Connection | null = null;
  let next = Promise.withResolvers<Connection>();
  let isDisposed = false;
  /** Calls over the connection of now. Each goes with its answer, which a reaction on `closed` would not. */
  const underWay = new Set<() => void>();

  /** Opens one connection and stays until it is gone. Rejects when none could be had. */
  async function holdOne(): Promise<void> {
    const connection = await transport.open();
    if (isDisposed) return connection.close();
    current = connection;
    next.resolve(connection);
    onState('connected');
    await connection.closed;
    current = null;
    next = Promise.withResolvers<Connection>();
    for (const lose of underWay) lose();
    if (!isDisposed) onState('lost');
  }

  /** How the next try begins: later than this one, at once, or never. */
  async function afterFailure(error: unknown): Promise<'later' | 'now' | 'never'> {
    // Otherwise nothing to say but the state: the frame shows it once.
    if (!(error instanceof SessionRefusedError)) return 'later';
    onState('refused');
    if (transport.renewed === undefined) return 'never';
    await transport.renewed();
    return 'now';
  }

  async function keepConnected(): Promise<void> {
    onState('connecting');
    let attempt = 0;
    while (!isDisposed) {
      const next = await holdOne().then(() => 'held' as const, afterFailure);
      if (next === 'never') return;
      attempt = next === 'later' ? attempt + 1 : 0;
      if (!isDisposed && next !== 'now') await wait(reconnectDelay(attempt));
    }
  }

  async function ready(): Promise<Connection> {
    if (current !== null) return current;
    const connection = await Promise.race([next.promise, wait(patience).then(() => null)]);
    if (connection === null) throw new BridgeLostError(false);
    return connection;
  }

  async function call(
    path: readonly string[],
    input: unknown,
    callOptions: ClientOptions<ClientContext>,
  ): Promise<unknown> {
    let connection = await ready();
    // Lost before the call could go over it.
    while (connection !== current) connection = await ready();
    // A call on a dead port hangs and one on a dead socket rejects; both become the same error.
    const gone = Promise.withResolvers<never>();
    const lose = (): void => gone.reject(new BridgeLostError(true));
    underWay.add(lose);
    const signal = whileOpen(callOptions.signal, () => current === connection);
    try {
      const answer = connection.link.call(path, input, { ...callOptions, ...signal });
      return await Promise.race([answer, gone.promise]);
    } catch (error) {
      if (current === connection || error instanceof BridgeLostError) throw error;
      throw new BridgeLostError(true);
    } finally {
      underWay.delete(lose);
    }
  }

  return {
    call,
    start: () => void keepConnected(),
    dispose: () => {
      isDisposed = true;
      const last = current;
      current = null;
      last?.close();
    },
  };
}

/** Cancelling what went over a connection that is gone would send on it, and throw. */
function whileOpen(
  signal: AbortSignal | undefined,
  isOpen: () => boolean,
): { signal?: AbortSignal } {
  if (signal === undefined) return {};
  const forwarded = new AbortController();
  if (signal.aborted) forwarded.abort(signal.reason);
  const abort = (): void => {
    if (isOpen()) forwarded.abort(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  return { signal: forwarded.signal };
}
