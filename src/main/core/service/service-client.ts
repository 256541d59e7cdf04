/**
 * The client of the service: create a customer (Interface 4.1), create a virtual account (4.2), get
 * a bank account (4.3), create a webhook (4.4), get an event (4.5), and prove a token (decisions 31).
 */
import { z } from 'zod';
import {
  type BankAccountId,
  type CustomerId,
  type EventId,
  givenIds,
} from '../../../contract/ids.ts';
import type { LookupName } from '../../../contract/lookups.ts';
import { type OperationName, operations, type WriteInputs } from '../../../contract/operations.ts';
import type { ResourceKind } from '../../../contract/resources.ts';
import { type WriteName, writeNames, writes } from '../../../contract/writes.ts';
import { type Clock, isoNow, steadyFrom } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';
import type { Log } from '../foundation/log.ts';
import { createKnownSecrets, type KnownSecrets } from '../foundation/secrets/known-secrets.ts';
import type { FailureCause } from './causes.ts';
import { createExchange, type NoResponse, type ServiceResponse } from './exchange.ts';
import type { ProbeOutcome, Reachability, ReadOutcome, WriteOutcome } from './outcomes.ts';
import { isKnownError, readOutcome } from './read-outcome.ts';
import { exchangeRead, failed, read } from './reads.ts';
import { readFailedMessage } from './sentences.ts';
import { notSent, write } from './writes.ts';

/** Nothing about the service was learned. */
const learnedNothing: ReadonlySet<FailureCause> = new Set<FailureCause>([
  'invalid-input',
  'token-unreadable',
]);

type Outcome = WriteOutcome | ReadOutcome | ProbeOutcome;

class ReachabilityNews {
  readonly #listeners = new Set<(reachability: Reachability) => void>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  listen(listener: (reachability: Reachability) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `isProbe`: the call asked nothing but whether the token works. */
  tell(outcome: Outcome, isProbe = false): void {
    const cause = causeOf(outcome);
    if (cause !== null && learnedNothing.has(cause)) return;
    // Any other call's 403 may be about what it asked for.
    const isTokenRefused = isProbe && outcome.kind === 'refused';
    const state = isTokenRefused ? 'token-refused' : stateOf(outcome, cause);
    const sentence = cause === null || state === 'reachable' ? null : readFailedMessage(cause);
    const news = { state, at: isoNow(this.#clock), sentence, cause } as const;
    for (const listener of this.#listeners) listener(news);
  }
}

const causeOf = (outcome: Outcome): FailureCause | null =>
  outcome.kind === 'answered' ? null : outcome.cause;

function stateOf(outcome: Outcome, cause: FailureCause | null): Reachability['state'] {
  if (cause === 'no-token') return 'no-token';
  if ('status' in outcome && outcome.status === 401) return 'token-refused';
  if (cause === 'bad-token') return 'token-refused';
  // A gateway that asks to slow down stands before a service that is there.
  return spokeAsService(outcome) || cause === 'rate-limited' ? 'reachable' : 'unreachable';
}

/** Any word in the service's own form means that it is there, even when it reports a fault. */
const spokeAsService = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' ||
  outcome.kind === 'proven' ||
  ('error' in outcome && isKnownError(outcome.error));

/** Interface 4.1, 4.2, 4.4. Each is sent once. The response of a webhook holds its secret. */
type Writes = {
  readonly [Name in WriteName]: (input: WriteInputs[Name]) => Promise<WriteOutcome>;
};

/** None of these ever throws for what the network or the service does: see outcomes.ts. */
export interface ServiceClient extends Writes {
  /** Interface 4.3. Tried again when the line fails. */
  getBankAccount(customer: CustomerId, bankAccount: BankAccountId): Promise<ReadOutcome>;
  /** Interface 4.5, enveloped or bare (decisions 2). Tried again when the line fails. */
  getEvent(event: EventId): Promise<ReadOutcome>;
  /** Decisions 31. */
  probe(): Promise<ProbeOutcome>;
  /** The service's time now, by its last answer, in milliseconds since 1970; null before it. */
  time(): number | null;
  /** Called after every call. Returns what ends it. */
  onReachability(listener: (reachability: Reachability) => void): () => void;
}

export interface ServiceTimeouts {
  /** From the call to the last byte of the answer of a read, each attempt. Default 15 s. */
  readonly readMs: number;
  /** The same for a write. Default 60 s: giving up early only makes outcomes unknown. */
  readonly writeMs: number;
}

export interface ServiceClientOptions {
  /** Where the service is now: no trailing slash. Empty while there is none. */
  readonly baseUrl: () => string;
  /** The bearer token (Interface 5.1), null when there is none. */
  readonly token: () => Promise<string | null>;
  /** Electron's net.fetch, or createNodeFetch. */
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Whether the service is known to have answered at its base URL before this client was made. */
  readonly hasAnswered?: () => boolean;
  /** No write is handed to the network while it says so. */
  readonly isReadOnly?: () => boolean;
  /** Secrets that are cut out of answers by value, beside the token that was sent. */
  readonly known?: KnownSecrets;
  readonly timeouts?: Partial<ServiceTimeouts>;
  /** Waits between attempts of a read. Only tests replace it. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { clock, random, log } = options;
  const news = new ReachabilityNews(clock);
  const known = options.known ?? createKnownSecrets();
  let time: Clock | null = null;
  const exchange = createExchange({
    ...options,
    known,
    onDate(at) {
      time = steadyFrom({ now: () => at });
    },
  });
  const reading = { exchange, random, known, wait: options.wait ?? sleep };
  /** Base URLs that answered in a form of the service. */
  const answered = new Set<string>();
  const hasAnswered = () => answered.has(options.baseUrl()) || options.hasAnswered?.() === true;
  const readMs = options.timeouts?.readMs ?? 15_000;
  const writeMs = options.timeouts?.writeMs ?? 60_000;

  /** One line a call: what it was, what became of it, never what was in it. */
  async function tell<O extends WriteOutcome | ReadOutcome | ProbeOutcome>(
    operation: OperationName | 'probe',
    call: () => Promise<O>,
  ): Promise<O> {
    const began = clock.now();
    const baseUrl = options.baseUrl();
    const outcome = await call();
    if (spokeAsService(outcome)) answered.add(baseUrl);
    const { status, requestId, cause } = { ...noFacts, ...outcome };
    const facts = { operation, outcome: outcome.kind, cause, status, requestId };
    log.info({ ...facts, ms: clock.now() - began }, 'service call');
    news.tell(outcome, operation === 'probe');
    return outcome;
  }

  const send = (operation: WriteName, input: unknown): Promise<WriteOutcome> =>
    tell(operation, async () => {
      const { method, path, input: schema } = operations[operation];
      const checked = schema.safeParse(input);
      if (!checked.success) return notSent('invalid-input');
      if (options.isReadOnly?.() === true) return notSent('reviewer');
      const body = JSON.stringify(checked.data);
      const request = { method, path, body, timeoutMs: writeMs };
      return await write(exchange, request, writes[operation].creates, hasAnswered());
    });

  const ask = (operation: LookupName, params: Record<string, string>, id: string) =>
    tell<ReadOutcome>(operation, async () => {
      const { method, path } = operations[operation];
      const { kind, params: schema } = asked[operation];
      if (!schema.safeParse(params).success) return failed('invalid-input');
      const request = { method, path: fill(path, params), body: null, timeoutMs: readMs };
      return await read(reading, request, { kind, id });
    });

  return {
    // The compiler does not keep names through fromEntries.
    ...(Object.fromEntries(
      writeNames.map((name) => [name, (input: unknown) => send(name, input)]),
    ) as Writes),
    getBankAccount: (customer, bankAccount) => {
      const params = { customer_id: customer, bank_account_id: bankAccount };
      return ask('getBankAccount', params, bankAccount);
    },
    getEvent: (event) => ask('getEvent', { event_id: event }, event),
    probe: () =>
      tell('probe', async () => {
        const { method, path } = operations.getEvent;
        const filled = fill(path, { event_id: probeEventId });
        const request = { method, path: filled, body: null, timeoutMs: readMs };
        return probeOutcomeOf(await exchangeRead(reading, request));
      }),
    time: () => time?.now() ?? null,
    onReachability: (listener) => news.listen(listener),
  };
}

/** What is read, and by which ids: in any spelling that the service has (decisions 35). */
const asked = {
  getBankAccount: {
    kind: 'bankAccount',
    params: z.object({ customer_id: givenIds.customer, bank_account_id: givenIds.bankAccount }),
  },
  getEvent: { kind: 'event', params: z.object({ event_id: givenIds.event }) },
} as const satisfies Record<
  LookupName,
  { readonly kind: ResourceKind; readonly params: z.ZodType }
>;

const noFacts = { status: null, requestId: null, cause: null };

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Puts the parameters into a path of the contract. */
function fill(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
}

/** An event that no service has. */
const probeEventId = 'event_causewayprobe0';

/** Something answers there, but not as the service does. */
const answersOtherwise: ReadonlySet<FailureCause> = new Set<FailureCause>([
  'redirected',
  'too-large',
]);

/**
 * Does the token work? `GET /v1/event/event_causewayprobe0`: 401 or 403 is a refusal, any known error
 * form (or an event) proves it, anything else is not this service (decisions 31, Interface 4.5).
 */
function probeOutcomeOf(answer: ServiceResponse | NoResponse): ProbeOutcome {
  if (answer.kind === 'no-answer') {
    const { cause, status } = answer;
    const kind = answersOtherwise.has(cause) ? 'not-this-service' : 'unreachable';
    const facts = { status, error: null, requestId: null };
    return { kind, cause, ...facts, sentence: readFailedMessage(cause) };
  }
  const judgement = readOutcome(answer, 'event');
  const { status } = answer;
  const error = judgement.kind === 'resource' ? null : judgement.error;
  const facts = { status, error, requestId: error?.requestId ?? answer.requestId };
  if (status === 401 || status === 403) {
    const cause = status === 401 ? 'unauthorized' : 'forbidden';
    return { kind: 'refused', cause, ...facts, sentence: refusal(status, isKnownError(error)) };
  }
  if (judgement.kind === 'resource' || isKnownError(error)) {
    const sentence = 'The service responds at this base URL and accepts the token.';
    return { kind: 'proven', cause: null, ...facts, sentence, doubt: doubtOf(facts) };
  }
  if (judgement.cause === 'rate-limited') {
    const { cause } = judgement;
    return { kind: 'unreachable', cause, ...facts, sentence: readFailedMessage(cause) };
  }
  // A gateway's refusal is enough for a write; of who answers here it says nothing.
  const form = answer.parsed.kind === 'html-page' ? 'html-page' : 'unknown-form';
  const cause = judgement.kind === 'refused' ? form : judgement.cause;
  const sentence = `What responds at this base URL is not the service. ${readFailedMessage(cause)}`;
  return { kind: 'not-this-service', cause, ...facts, sentence };
}

const doubt =
  'The service responds, but does not say whether the event or the path is unknown to it. Compare the base URL with the one the service gave you before you create anything.';

/** An answer about the event leaves none; a 404 about a path that nothing is at would look the same. */
function doubtOf({ status, error }: Pick<ProbeOutcome, 'status' | 'error'>): string | null {
  if (status !== 404) return null;
  return error?.messages.some(speaksOfTheEvent) === true ? null : doubt;
}

/** Not of the path, which names events too, and which a server repeats that knows none. */
function speaksOfTheEvent(message: string): boolean {
  const words = message.replaceAll(/\S*\/\S*/g, ' ');
  return /\bevent\b/i.test(words) && !/\b(?:route|path|endpoint|url)\b/i.test(words);
}

function refusal(status: number, isTheService: boolean): string {
  const sentence =
    status === 401
      ? 'The service does not accept the token. It may have expired or be mistyped.'
      : 'The service does not allow this token here. It may belong to the other environment.';
  if (isTheService) return sentence;
  return `${sentence} The response is not in a form of the service, so check the base URL as well.`;
}
