/** What went wrong, for finance staff: what happened, whether anything was sent, what to do. */
import type { FailureCause, NotSentCause, RefusalCause, UnknownCause } from './causes.ts';

const whatHappened: Readonly<Record<FailureCause, string>> = {
  'no-token': 'No token has been entered for this profile.',
  'token-unreadable': 'The token of this profile is locked and can’t be read.',
  'bad-token': 'The token of this profile contains characters that no token has.',
  'no-address': 'This profile has no usable base URL.',
  'invalid-input': 'The input is not valid for the service.',
  reviewer: 'This profile is in reviewer mode.',
  name: 'The service’s host name could not be found.',
  refused: 'The service’s server refused the connection.',
  'no-route': 'This computer can’t reach the service. It may be offline.',
  'connect-timeout': 'Connecting to the service took too long.',
  certificate: 'The service’s certificate is not trusted on this computer.',
  tls: 'A secure connection to the service could not be set up.',
  proxy: 'The network’s proxy blocked the connection.',
  timeout: 'The service did not respond in time.',
  cut: 'The connection was lost before the full response arrived.',
  network: 'The connection to the service failed.',
  redirected: 'The service redirected to another URL. Causeway never sends the token there.',
  'too-large': 'The response is larger than 8 MiB and was not read.',
  'html-page': 'A web page arrived instead of a response from the service.',
  'not-json': 'The response is empty, incomplete or garbled.',
  'unexpected-body': 'The response does not contain the requested data.',
  contradiction: 'The response reports both success and failure.',
  'server-error': 'The service reports an internal error.',
  'unknown-form': 'The response is an error in an unknown format.',
  unauthorized: 'The service does not accept the token. It may have expired.',
  forbidden: 'The service does not allow this with the token of this profile.',
  'not-found': 'The service did not find it.',
  invalid: 'The service did not accept the data in the request.',
  conflict: 'The request conflicts with existing data.',
  'rate-limited': 'The service received too many requests.',
  rejected: 'The service refused the request.',
};

const advice: Partial<Readonly<Record<FailureCause, string>>> = {
  'no-token': 'Enter the token in Settings.',
  'token-unreadable': 'Unlock the secrets of this computer and try again.',
  'bad-token': 'Enter the token again in Settings.',
  'no-address': 'Check the profile in Settings.',
  reviewer: 'Change the mode in Settings.',
  name: 'Check the internet connection and the base URL in Settings.',
  refused: 'Check the base URL in Settings, or ask your network administrator.',
  'no-route': 'Check the internet connection.',
  certificate: 'Ask your network administrator before you continue.',
  tls: 'Check the base URL in Settings.',
  proxy: 'Ask your network administrator.',
  'html-page': 'The cause may be a sign-in page of the network or a wrong base URL.',
  redirected: 'Check the base URL in Settings.',
  unauthorized: 'Enter a new token in Settings.',
  forbidden: 'If the service’s message points to the token, replace it in Settings.',
};

const notServed = 'The server at the base URL does not support this request.';

const join = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' ');

export const notSentMessage = (cause: NotSentCause): string =>
  join(whatHappened[cause], 'Nothing was sent.', advice[cause]);

const wrongBaseUrl =
  'The response is not in a format of the service, so a wrong base URL is the likely cause. Check it in Settings.';

/** `isMisplaced`: a 404 or 405, and nothing in it says that the service itself answered. */
export const refusedMessage = (cause: RefusalCause, isMisplaced = false): string =>
  join(
    isMisplaced ? notServed : whatHappened[cause],
    'Nothing was created.',
    isMisplaced ? wrongBaseUrl : advice[cause],
  );

/** As {@link refusedMessage}. */
export const unknownMessage = (cause: UnknownCause, isMisplaced = false): string =>
  join(
    isMisplaced ? notServed : whatHappened[cause],
    isMisplaced ? wrongBaseUrl : undefined,
    'The request may have been carried out. Causeway never resends it automatically.',
    'Check with the service, then resolve it under Unresolved.',
  );

export const readFailedMessage = (cause: FailureCause): string =>
  join(whatHappened[cause], advice[cause]);
