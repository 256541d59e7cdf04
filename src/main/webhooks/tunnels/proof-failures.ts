/** Why a proof did not come back, in words that say what to do. */
import type { NetworkCause } from '../../service/network-failure.ts';
import type { TunnelFailure, TunnelFailureCode } from './tunnel.ts';

/**
 * - `failed`: the public side was reached and it does not work, or may not be reached by anybody;
 * - `unreached`: no connection came about. From elsewhere it may work.
 */
export interface ProofFailure {
  readonly kind: 'failed' | 'unreached';
  readonly failure: TunnelFailure;
}

function failed(code: TunnelFailureCode, sentence: string): ProofFailure {
  return { kind: 'failed', failure: { code, sentence, needsPerson: false } };
}

function unreached(code: TunnelFailureCode, sentence: string): ProofFailure {
  return { kind: 'unreached', failure: { code, sentence, needsPerson: false } };
}

export const leadsInside = (): ProofFailure =>
  failed(
    'private-address',
    'From here, the name of the public address leads to an address that only this computer or its ' +
      'network reaches. A proof there says nothing of the world outside, so it does not count. Let ' +
      'the name lead to its public address on this computer too.',
  );

/** @returns null when the nonce came back and its answer too. */
export function ofAnswer(status: number, hasArrived: boolean): ProofFailure | null {
  if (hasArrived) {
    if (status >= 200 && status < 300) return null;
    return failed(
      'answer-lost',
      `The proof reached this console, but its answer came back as ${status}: something on the way ` +
        'changes answers, and deliveries would count as failed.',
    );
  }
  if (status === 0 || (status >= 300 && status < 400)) {
    const sentence =
      'The public address redirects. Deliveries follow no redirect, so none arrives.';
    return failed('redirected', sentence);
  }
  if (status >= 500) {
    const sentence = `The public side answers, but does not reach this console (${status}).`;
    return failed('not-back', sentence);
  }
  if (status === 401 || status === 403) {
    const sentence =
      `Something else answered the proof (${status}): a login, a filter, or another console that is ` +
      'attached to this address.';
    return failed('wrong-answer', sentence);
  }
  const sentence = `Something else answers at the public address (${status}): it does not lead here.`;
  return failed('wrong-answer', sentence);
}

const noConnection: Partial<Record<NetworkCause, () => ProofFailure>> = {
  name: () => failed('name', 'The name of the public address was not found.'),
  refused: () => unreached('refused', 'The public address refuses connections from here.'),
  'no-route': () => unreached('unreachable', 'There is no way to the public address from here.'),
  'connect-timeout': () => unreached('timeout', 'The public address can’t be reached from here.'),
  proxy: () => unreached('unreachable', 'The proxy of this network does not let the proof out.'),
  certificate: () =>
    failed(
      'certificate',
      'The certificate of the public address is not trusted, so no delivery would be sent there.',
    ),
  tls: () =>
    failed('certificate', 'No secure connection to the public address could be agreed on.'),
  redirected: () =>
    failed('redirected', 'The public address redirects, and deliveries don’t follow.'),
};

export function ofThrown(cause: NetworkCause, hasArrived: boolean): ProofFailure {
  if (hasArrived) return answerLost();
  const known = noConnection[cause];
  return known === undefined
    ? failed('cut', 'The connection to the public address was cut before an answer came.')
    : known();
}

/** Nothing came in all the time there was. */
export function unanswered(hasArrived: boolean, canConnect: boolean): ProofFailure {
  if (hasArrived) return answerLost();
  if (!canConnect) return unreached('timeout', 'The public address can’t be reached from here.');
  return failed('timeout', 'The public address takes the proof, but it did not come back in time.');
}

const answerLost = (): ProofFailure =>
  failed(
    'answer-lost',
    'The proof reached this console, but no answer came back: deliveries would count as failed.',
  );
