/** Why a check failed, in sentences that say what to do. */
import type { NetworkCause } from '../../../core/service/network-failure.ts';
import type { TunnelFailure, TunnelFailureCode } from './tunnel.ts';

/**
 * - `failed`: the public side was reached and it does not work, or may not be reached by anybody;
 * - `unreached`: no connection came about. From elsewhere it may work.
 */
export interface ReachabilityFailure {
  readonly kind: 'failed' | 'unreached';
  readonly failure: TunnelFailure;
}

function failed(code: TunnelFailureCode, sentence: string): ReachabilityFailure {
  return { kind: 'failed', failure: { code, sentence, needsPerson: false } };
}

function unreached(code: TunnelFailureCode, sentence: string): ReachabilityFailure {
  return { kind: 'unreached', failure: { code, sentence, needsPerson: false } };
}

export const leadsInside = (): ReachabilityFailure =>
  failed(
    'private-address',
    'On this computer, the public host name leads to an IP address that only this computer or its ' +
      'network can reach. A check there says nothing about access from outside, so it does not ' +
      'count. Make the name lead to its public IP address on this computer too.',
  );

/** @returns null when the nonce came back and its answer too. */
export function failureOfReply(status: number, hasArrived: boolean): ReachabilityFailure | null {
  if (hasArrived) {
    if (status >= 200 && status < 300) return null;
    return failed(
      'answer-lost',
      `The test request reached Causeway, but its response came back with status ${status}. A proxy ` +
        'changes responses, so the service would count deliveries as failed.',
    );
  }
  if (status === 0 || (status >= 300 && status < 400)) {
    const sentence =
      'The public URL redirects. The service follows no redirects, so no deliveries arrive.';
    return failed('redirected', sentence);
  }
  if (status >= 500) {
    const sentence = `The public URL responds, but does not reach Causeway (status ${status}). Check where the server there passes requests on to.`;
    return failed('not-back', sentence);
  }
  if (status === 401 || status === 403) {
    const sentence =
      `Something else responded to the test request (status ${status}): a login, a filter, or ` +
      'Causeway on another computer that uses this URL.';
    return failed('wrong-answer', sentence);
  }
  const sentence = `Something else responds at the public URL (status ${status}). The URL does not lead to Causeway.`;
  return failed('wrong-answer', sentence);
}

const noConnection: Partial<Record<NetworkCause, () => ReachabilityFailure>> = {
  name: () => failed('name', 'The public host name could not be found. Check how it is spelled.'),
  refused: () =>
    unreached(
      'refused',
      'The public URL refuses connections from this computer. Check that the server there is running.',
    ),
  'no-route': () =>
    unreached('unreachable', 'This computer can’t reach the public URL. It may be offline.'),
  'connect-timeout': () =>
    unreached('timeout', 'The connection from this computer to the public URL timed out.'),
  proxy: () => unreached('unreachable', 'This network’s proxy blocks the test request.'),
  certificate: () =>
    failed(
      'certificate',
      'The certificate of the public URL is not trusted, so the service would send no deliveries there. Install one from a public authority.',
    ),
  tls: () =>
    failed(
      'certificate',
      'A secure connection to the public URL could not be established. Check the TLS settings of the server there.',
    ),
  redirected: () =>
    failed(
      'redirected',
      'The public URL redirects. The service follows no redirects, so no deliveries arrive.',
    ),
};

export function ofThrown(cause: NetworkCause, hasArrived: boolean): ReachabilityFailure {
  if (hasArrived) return answerLost();
  const known = noConnection[cause];
  return known === undefined
    ? failed('cut', 'The connection to the public URL was lost before a response arrived.')
    : known();
}

/** Nothing came in all the time there was. */
export function unanswered(hasArrived: boolean, canConnect: boolean): ReachabilityFailure {
  if (hasArrived) return answerLost();
  if (!canConnect)
    return unreached('timeout', 'The connection from this computer to the public URL timed out.');
  return failed(
    'timeout',
    'The public URL accepted the test request, but it did not come back in time.',
  );
}

const answerLost = (): ReachabilityFailure =>
  failed(
    'answer-lost',
    'The test request reached Causeway, but no response came back. The service would count deliveries as failed.',
  );
