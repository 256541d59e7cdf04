/** Faults of the line and of the service, drawn by a seed, and what each may have done (docs/sandbox.md). */

export interface ServiceFault {
  readonly name: string;
  /** What the sandbox's control plane takes; null where the fault is outside of it. */
  readonly rule: Readonly<Record<string, unknown>> | null;
  /** kill -9 of the writer: so long after it began to write, in milliseconds; null for none. */
  readonly killAfterMs: number | null;
  /** Nobody listens where the writer sends to. */
  readonly isUnreachable: boolean;
}

const line = (name: string, rule: Readonly<Record<string, unknown>>): ServiceFault => ({
  name,
  rule: { operation: 'createVirtualAccount', ...rule },
  killAfterMs: null,
  isUnreachable: false,
});

/** Those that the sandbox itself brings about: before, during and after the work. */
export const lineFaults: readonly ServiceFault[] = [
  line('cut before the work', { kind: 'drop', when: 'before' }),
  line('cut after the work', { kind: 'drop', when: 'after' }),
  line('5xx before the work', { kind: 'error', status: 503, when: 'before' }),
  line('5xx after the work', { kind: 'error', status: 500, when: 'after' }),
  line('answer cut short', { kind: 'unparsable', body: 'truncated' }),
  line('a page of another network', { kind: 'unparsable', body: 'html' }),
  line('empty answer', { kind: 'unparsable', body: 'empty' }),
  line('too many requests', { kind: 'too-many-requests' }),
  line('token expired', { kind: 'expired-token' }),
  line('redirect', { kind: 'redirect', location: 'https://elsewhere.example/' }),
  line('no answer in time', { kind: 'delay', ms: 400 }),
];

/** Before, during and after the request; a kill comes beside them. */
const faults: readonly ServiceFault[] = [
  ...lineFaults,
  { name: 'nobody listens', rule: null, killAfterMs: null, isUnreachable: true },
];

/** About one in this many is a kill. */
const killEvery = 12;

/** `draw` gives numbers from 0 up to, not including, 1. */
export function drawFault(draw: () => number): ServiceFault {
  if (draw() < 1 / killEvery) {
    // From before the journal to after the outcome: a write takes some 15 ms.
    const killAfterMs = Math.floor(draw() * 30);
    const isSlow = draw() < 0.5;
    const rule = isSlow ? { kind: 'delay', ms: 20, operation: 'createVirtualAccount' } : null;
    return { name: 'kill -9', rule, killAfterMs, isUnreachable: false };
  }
  const fault = faults[Math.floor(draw() * faults.length)];
  if (fault === undefined) throw new TypeError('A draw is less than 1.');
  return fault;
}
