/**
 * For tests: a service that creates what it is asked for, and keeps what it got in its own words. A test says of each
 * request what becomes of it.
 */
import { z } from 'zod';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { isoNow, systemClock } from '../../../../platform/clock.ts';
import { readJson } from '../../../../platform/json-column.ts';

export type Kind = 'customer' | 'virtualAccount';

/** What becomes of a request. */
export const ends = [
  'created',
  'created-cut',
  'created-500',
  'created-garbled',
  'departs',
  'cut',
  '500',
  '400',
  '429',
  '401',
] as const;
export type End = (typeof ends)[number];
const creating: ReadonlySet<End> = new Set([
  'created',
  'created-cut',
  'created-500',
  'created-garbled',
  'departs',
]);
/** Nothing exists, and the answer says so. */
const refusing: ReadonlySet<End> = new Set(['400', '429', '401'] as const);

/** A request that reached the service. */
export interface Got {
  readonly number: number;
  readonly kind: Kind;
  readonly label: string;
  readonly sameness: string;
  /** As canonical JSON. */
  readonly content: string;
  /** null while it is not answered. */
  end: End | null;
  /** What was created for it. */
  id: string | null;
  /** The one who asked lives no more. */
  isLost: boolean;
}

const asked = z.record(z.string(), z.unknown());
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What nobody would want twice: said here once more, so that no error of the console is in it. */
export function samenessOf(kind: Kind, body: Readonly<Record<string, unknown>>): string {
  if (kind === 'virtualAccount') {
    const { customerId, walletAddress } = body;
    return `${textOf(customerId)} ${textOf(walletAddress).toLowerCase()}`;
  }
  return textOf(body['email']).toLowerCase() || `name ${textOf(nameOf(body))}`;
}
const nameOf = ({ personalInformation: of }: Readonly<Record<string, unknown>>): unknown =>
  typeof of === 'object' && of !== null && 'firstName' in of ? of.firstName : '';

/** A fee or a name, by which a test tells one wish from another. */
export const labelOf = (kind: Kind, body: Readonly<Record<string, unknown>>): string =>
  textOf(kind === 'virtualAccount' ? body['integratorBpsFee'] : nameOf(body));

/** Whether something may be there, for all that anybody was told. */
export const isDoubtful = ({ end, isLost }: Got): boolean =>
  end === null || isLost || !refusing.has(end);

interface Waiting {
  readonly got: Got;
  readonly body: Record<string, unknown>;
  readonly settle: PromiseWithResolvers<Response>;
  /** Number of the process that asked. */
  readonly life: number;
}

export class SimulatedService {
  readonly got: Got[] = [];
  /** Resources by their IDs. */
  readonly resources = new Map<
    string,
    { got: Got | null; label: string; sameness: string; body: JsonObject }
  >();
  /** Nobody answers at this address. */
  isAway = false;
  /** Answered at once, where nothing else is said. */
  usual: End | null = null;
  life = 0;
  #waiting: Waiting[] = [];
  readonly #onGot: (got: Got) => void;

  constructor(onGot: (got: Got) => void) {
    this.#onGot = onGot;
  }

  waiting = (): number => this.#waiting.length;

  /** Fetch of the process with this number: calls of a process that has ended never resolve. */
  fetchOf(life: number): typeof globalThis.fetch {
    return async (url, init) => {
      if (life !== this.life) return await new Promise<never>(() => undefined);
      if (this.isAway) {
        throw new TypeError('fetch failed', {
          cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
        });
      }
      const body = readJson(asked, String(init?.body));
      const kind = String(url).includes('irtual') ? 'virtualAccount' : 'customer';
      const got: Got = {
        number: this.got.length,
        kind,
        label: labelOf(kind, body),
        sameness: samenessOf(kind, body),
        content: canonicalJson(body),
        end: null,
        id: null,
        isLost: false,
      };
      this.got.push(got);
      this.#onGot(got);
      const settle = Promise.withResolvers<Response>();
      const waiting = { got, body, settle, life };
      this.#waiting.push(waiting);
      init?.signal?.addEventListener('abort', () => {
        got.isLost = true;
        settle.reject(new DOMException('aborted', 'AbortError'));
      });
      if (this.usual !== null) this.#answer(waiting, this.usual);
      return await settle.promise;
    };
  }

  /** So many of those that wait, the oldest first, or the newest. */
  answer(which: readonly End[], isNewestFirst = false): void {
    for (const end of which) {
      const one = isNewestFirst ? this.#waiting.at(-1) : this.#waiting[0];
      if (one !== undefined) this.#answer(one, end);
    }
  }

  answerAll(end: End): void {
    for (const one of [...this.#waiting]) this.#answer(one, end);
  }

  /** Whoever asked is gone; what is still to be carried out is. */
  forget(): void {
    for (const { got } of this.#waiting) got.isLost = true;
  }

  /** As others have it created. */
  createElsewhere(kind: Kind, body: Record<string, unknown>): string {
    return this.#create(kind, body, null);
  }

  #answer(one: Waiting, end: End): void {
    this.#waiting = this.#waiting.filter((other) => other !== one);
    const { got, body, settle } = one;
    got.end = end;
    const wallet = end === 'departs' ? `0x${'9'.repeat(40)}` : undefined;
    if (creating.has(end)) got.id = this.#create(got.kind, body, got, wallet);
    if (end === 'created-cut' || end === 'cut') settle.reject(cut());
    else settle.resolve(this.#response(got, end));
  }

  #create(kind: Kind, body: Record<string, unknown>, got: Got | null, wallet?: string): string {
    const id = `${kind}_${this.resources.size + 1}`;
    const made = (kind === 'customer' ? customerOf : accountOf)(id, body, wallet);
    const label = labelOf(kind, body);
    this.resources.set(id, { got, label, sameness: samenessOf(kind, body), body: made });
    return id;
  }

  #response({ id }: Got, end: End): Response {
    const error = (status: number, headers: Record<string, string> = {}) =>
      Response.json(
        { ts: isoNow(systemClock), error: { information: ['It is not so.'] } },
        { status, headers },
      );
    if (end === '429') return error(429, { 'retry-after': '1' });
    if (end === '400' || end === '401') return error(Number(end));
    if (end === '500' || end === 'created-500') return error(500);
    if (end === 'created-garbled') return new Response('{"id": ', { status: 201 });
    return Response.json(this.resources.get(id ?? '')?.body, { status: 201 });
  }
}

const cut = (): TypeError =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
  });

function accountOf(id: string, body: Record<string, unknown>, wallet?: string): JsonObject {
  const platform = '10';
  const integrator = textOf(body['integratorBpsFee']) || '0';
  const total = String(Number(platform) + Number(integrator));
  return {
    id,
    customerId: textOf(body['customerId']),
    active: true,
    created: isoNow(systemClock),
    depositInstructions: { currency: textOf(body['sourceCurrency']) },
    destination: {
      currency: textOf(body['destinationCurrency']),
      network: textOf(body['network']),
      walletAddress: wallet ?? textOf(body['walletAddress']),
    },
    fees: {
      totalBpsRate: total,
      integratorFee: { bpsRate: integrator },
      platformFee: { bpsRate: platform },
    },
  };
}

function customerOf(id: string, body: Record<string, unknown>): JsonObject {
  const email = textOf(body['email']);
  return {
    id,
    type: textOf(body['type']),
    created: isoNow(systemClock),
    ...(email === '' ? {} : { email }),
    verificationProfiles: [],
  };
}
