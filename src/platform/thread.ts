/**
 * Threads and their one protocol. The starter calls a thread's methods, transfers bytes instead of copying
 * them, and receives its news:
 *
 *     calls by name ──▶ responses, each a result or an error with its fields
 *     a cancelled call ──▶ its signal is aborted in the thread
 *                    ◀── news, in order with the responses
 *
 * Both ends come from one build, so a thread offers what its type says.
 */
import {
  type MessagePort,
  parentPort,
  type ResourceLimits,
  type Transferable,
  Worker,
  workerData,
} from 'node:worker_threads';

export type { Worker } from 'node:worker_threads';

export interface WorkerOptions {
  /** As `programOfThread` gives it. */
  readonly program: string | URL;
  readonly data?: unknown;
  /** In MiB. A thread that reaches it ends. */
  readonly limits?: ResourceLimits;
  readonly transfer?: readonly Transferable[];
}

/** Starts the program, without environment variables. */
export const startWorker = ({ program, data, limits, transfer = [] }: WorkerOptions): Worker =>
  new Worker(program, {
    workerData: data,
    transferList: [...transfer],
    ...(limits === undefined ? {} : { resourceLimits: limits }),
    env: {},
  });

/** The thread ended, with its error as the cause; calls under way may or may not be done. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

type ArgumentsOf<Method> = Method extends (...values: infer Values) => unknown ? Values : never;
type ResultOf<Method> = Method extends (...values: never[]) => infer Result
  ? Awaited<Result>
  : never;

/** Calls a method of a thread, as a function for whoever need not know that it is one. */
export type Run<Offered> = <Name extends keyof Offered>(
  method: Name,
  ...values: ArgumentsOf<Offered[Name]>
) => Promise<ResultOf<Offered[Name]>>;

export interface CallOptions {
  /** Its bytes are transferred, so they are empty here afterwards. */
  readonly transfer?: readonly Transferable[];
  /** The call rejects with its reason at once, and is cancelled in the thread. */
  readonly signal?: AbortSignal | undefined;
}

export interface Thread<Offered> {
  /** Rejects with the error of opening. Earlier calls wait. */
  readonly opened: Promise<void>;
  /** Rejects with the method's error, or with ThreadEnded. */
  call<Name extends keyof Offered>(
    method: Name,
    values: ArgumentsOf<Offered[Name]>,
    options?: CallOptions,
  ): Promise<ResultOf<Offered[Name]>>;
  /** Calls a method without waiting; one that throws ends the thread. */
  tell<Name extends keyof Offered>(method: Name, values: ArgumentsOf<Offered[Name]>): void;
  /** Called once, when the thread has ended. */
  onEnd(listener: (error: ThreadEnded) => void): void;
  /** Lets the thread close, and resolves when it has ended. */
  close(): Promise<void>;
  /** Ends the thread at once. Idempotent. */
  end(): Promise<void>;
}

interface Call {
  /** null: the caller does not wait. */
  readonly call: number | null;
  readonly method: string;
  readonly values: readonly unknown[];
}
interface Drop {
  readonly drop: number;
}
type Answer =
  | { readonly is: 'opened' }
  | { readonly is: 'news'; readonly news: unknown }
  | { readonly is: 'result'; readonly call: number; readonly result: unknown }
  /** Class and fields are lost between threads, so they travel separately. */
  | { readonly is: 'error'; readonly call: number; readonly error: Error; readonly facts: object };

/** Connects to a serving thread (serveThread). `name` is for messages. */
export function speakTo<Offered, News = never>(
  worker: Worker,
  name: string,
  onNews: (news: News) => void = () => undefined,
): Thread<Offered> {
  const opened = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: ((error: ThreadEnded) => void)[] = [];
  let calls = 0;
  let ended: ThreadEnded | null = null;
  let thrown: unknown;
  // Callers get the error anyway.
  opened.promise.catch(() => undefined);

  worker.on('message', (answer: Answer) => {
    if (answer.is === 'news') onNews(answer.news as News);
    else if (answer.is === 'opened') opened.resolve();
    else {
      const waited = waiting.get(answer.call);
      waiting.delete(answer.call);
      if (answer.is === 'result') waited?.resolve(answer.result);
      else waited?.reject(Object.assign(answer.error, answer.facts));
    }
  });
  worker.on('error', (error) => {
    thrown = error;
  });
  // Not on `error`, after which the thread's files stay open for a moment.
  worker.on('exit', (code) => {
    ended = new ThreadEnded(`The ${name} ended (${code}).`, { cause: thrown });
    opened.reject(thrown instanceof Error ? thrown : ended);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    for (const listener of listeners) listener(ended);
    gone.resolve();
  });

  const ask = async (
    method: string,
    values: readonly unknown[],
    { transfer = [], signal }: CallOptions = {},
  ): Promise<unknown> => {
    signal?.throwIfAborted();
    if (ended !== null) throw ended;
    calls += 1;
    const call = calls;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(call, answer);
    const drop = (): void => {
      waiting.delete(call);
      answer.reject(signal?.reason);
      worker.postMessage({ drop: call } satisfies Drop);
    };
    signal?.addEventListener('abort', drop, { once: true });
    try {
      worker.postMessage({ call, method, values } satisfies Call, transfer);
      return await answer.promise;
    } finally {
      signal?.removeEventListener('abort', drop);
    }
  };
  return {
    opened: opened.promise,
    call: async <Name extends keyof Offered>(
      method: Name,
      values: ArgumentsOf<Offered[Name]>,
      options?: CallOptions,
    ) => (await ask(String(method), values, options)) as ResultOf<Offered[Name]>,
    tell: (method, values) =>
      worker.postMessage({ call: null, method: String(method), values } satisfies Call),
    onEnd: (listener) => {
      if (ended === null) listeners.push(listener);
      else listener(ended);
    },
    async close() {
      if (ended !== null) return;
      const closed = ask('close', []).catch((error: unknown) => {
        if (!(error instanceof ThreadEnded)) throw error;
      });
      await Promise.all([closed, gone.promise]);
    },
    async end() {
      await worker.terminate();
    },
  };
}

export interface ThreadOptions<News> extends WorkerOptions {
  readonly name: string;
  readonly onNews?: (news: News) => void;
}

export const startThread = <Offered, News = never>({
  name,
  onNews,
  ...options
}: ThreadOptions<News>): Thread<Offered> =>
  speakTo<Offered, News>(startWorker(options), name, onNews);

/** The methods that a thread has to return for `Offered`. */
export type Offer<Offered> = {
  readonly [Name in keyof Offered]: (
    ...values: ArgumentsOf<Offered[Name]>
  ) => Outcome<ResultOf<Offered[Name]>>;
};
type Outcome<Result> = Result | Moved<Result> | Promise<Result | Moved<Result>>;

/** A result with parts to transfer instead of copying. */
export class Moved<Result> {
  readonly result: Result;
  readonly transfer: readonly Transferable[];
  constructor(result: Result, transfer: readonly Transferable[]) {
    this.result = result;
    this.transfer = transfer;
  }
}

/** In the thread. */
export interface ThreadSide<Data, News> {
  readonly data: Data;
  say(news: News): void;
  /** Aborted when the current call is cancelled; read it before the first await. */
  signal(): AbortSignal;
}

/**
 * In the thread: offers what `open` returns, until its optional `close`. Does nothing outside a thread.
 */
export function serveThread<Data, News = never>(
  open: (side: ThreadSide<Data, News>) => object,
): void {
  if (parentPort !== null) serveOn(parentPort, open);
}

function serveOn<Data, News>(
  port: MessagePort,
  open: (side: ThreadSide<Data, News>) => object,
): void {
  const act = collectAtRest();
  const say = (answer: Answer, transfer: readonly Transferable[] = []): void => {
    act();
    port.postMessage(answer, transfer);
  };
  const underWay = new Map<number, AbortController>();
  let beginning: AbortController | null = null;
  const offered = open({
    data: workerData as Data,
    say: (news) => say({ is: 'news', news }),
    signal: () => {
      beginning ??= new AbortController();
      return beginning.signal;
    },
  });

  const begin = ({ call, method, values }: Call): unknown => {
    beginning = null;
    const work: unknown = Reflect.get(offered, method);
    const result = typeof work === 'function' ? Reflect.apply(work, offered, values) : undefined;
    if (call !== null && beginning !== null) underWay.set(call, beginning);
    return result;
  };
  const answer = async (asked: Call, call: number): Promise<void> => {
    try {
      const result = await begin(asked);
      if (result instanceof Moved)
        say({ is: 'result', call, result: result.result }, result.transfer);
      else say({ is: 'result', call, result });
    } catch (error) {
      say({ is: 'error', call, ...describeError(error) });
    }
    underWay.delete(call);
    if (asked.method === 'close') port.close();
  };
  port.on('message', (asked: Call | Drop) => {
    act();
    if ('drop' in asked) underWay.get(asked.drop)?.abort();
    else if (asked.call === null) begin(asked);
    else void answer(asked, asked.call);
  });
  say({ is: 'opened' });
}

function describeError(error: unknown): { readonly error: Error; readonly facts: object } {
  if (!(error instanceof Error)) return { error: new Error(String(error)), facts: {} };
  const code = 'code' in error ? { code: error.code } : {};
  return { error, facts: { ...error, name: error.name, ...code } };
}

/** Nothing came or went for so long, in milliseconds. */
const REST_MS = 5_000;

/**
 * Returns what is called whenever the thread does something; at rest after that it gives memory back, once. V8
 * collects when it needs room: what a thread was about last stays resident for as long as it rests.
 */
export function collectAtRest(restMs = REST_MS): () => void {
  let timer: NodeJS.Timeout | null = null;
  return () => {
    timer ??= setTimeout(() => void collect().catch(() => undefined), restMs).unref();
    timer.refresh();
  };
}

/** The one way to it that needs no flag of V8. Stops this thread alone, for some 10 ms. */
async function collect(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
