/** What went wrong, for finance staff: what happened, whether anything was sent, what to do. */
import type { FailureCause, NotSentCause, RefusalCause, UnknownCause } from './causes.ts';

const whatHappened: Readonly<Record<FailureCause, string>> = {
  'no-token': 'No token has been entered for this profile.',
  'token-unreadable': 'The token of this profile is locked away and could not be read.',
  'bad-token': 'The token of this profile holds characters that no token has.',
  'no-address': 'This profile has no address of the service that can be used.',
  'invalid-input': 'What was entered does not fit what the service takes.',
  name: 'The name of the service could not be found on the network.',
  refused: 'Nobody answers at the address of the service: the connection was refused.',
  'no-route': 'This computer has no way to the service. It may be offline.',
  'connect-timeout': 'No connection to the service could be made in time.',
  certificate: 'The service could not prove who it is: its certificate is not accepted here.',
  tls: 'No secure connection to the service could be agreed on.',
  proxy: 'The proxy of this network did not let the connection through.',
  timeout: 'The service did not answer in time.',
  cut: 'The connection broke off before the whole answer was here.',
  network: 'The connection to the service failed.',
  redirected: 'The service pointed to another address. The token is never sent there.',
  'too-large': 'The answer is larger than 8 MiB and was not read.',
  'html-page': 'A web page came back where the service should have answered.',
  'not-json': 'The answer is empty, incomplete or garbled.',
  'unexpected-body': 'The answer does not hold what was asked for.',
  contradiction: 'The answer contradicts itself on whether it worked.',
  'server-error': 'The service reports a fault of its own.',
  'unknown-form': 'The answer is an error in a form that is not known.',
  unauthorized: 'The service does not accept the token. It may have expired.',
  forbidden: 'The service does not allow this with the token of this profile.',
  'not-found': 'The service does not know it.',
  invalid: 'The service found something wrong with what was sent.',
  conflict: 'The service says that this does not go with what is there already.',
  'rate-limited': 'The service asks to slow down.',
  rejected: 'The service refused.',
};

const advice: Partial<Readonly<Record<FailureCause, string>>> = {
  'no-token': 'Enter the token in Settings.',
  'token-unreadable': 'Unlock the secrets of this computer and try again.',
  'bad-token': 'Enter the token again in Settings.',
  'no-address': 'Check the profile in Settings.',
  name: 'Check the internet connection and the base URL in Settings.',
  refused: 'Check the base URL in Settings, or ask whoever runs the service or your network.',
  'no-route': 'Check the internet connection.',
  certificate: 'Ask whoever runs the service or your network before going on.',
  tls: 'Check the base URL in Settings.',
  proxy: 'Ask whoever runs your network.',
  'html-page': 'A sign-in page of the network, or a wrong base URL, does this.',
  redirected: 'Check the base URL in Settings.',
  unauthorized: 'Enter a new token in Settings.',
  forbidden: 'If the words of the service point to the token, replace it in Settings.',
};

const notServed = 'The server at the base URL does not know this request.';

const join = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' ');

export const notSentSentence = (cause: NotSentCause): string =>
  join(whatHappened[cause], 'Nothing was sent.', advice[cause]);

const wrongBaseUrl =
  'The answer is in no form of the service, so a wrong base URL is the likely cause. Check it in Settings.';

/** `isMisplaced`: a 404 or 405, and nothing in it says that the service itself answered. */
export const refusedSentence = (cause: RefusalCause, isMisplaced = false): string =>
  join(
    isMisplaced ? notServed : whatHappened[cause],
    'Nothing was created.',
    isMisplaced ? wrongBaseUrl : advice[cause],
  );

/** As {@link refusedSentence}. */
export const unknownSentence = (cause: UnknownCause, isMisplaced = false): string =>
  join(
    isMisplaced ? notServed : whatHappened[cause],
    isMisplaced ? wrongBaseUrl : undefined,
    'It may have been carried out all the same, so it is not sent again by itself.',
    'Find out with the service before sending it again.',
  );

export const readFailedSentence = (cause: FailureCause): string =>
  join(whatHappened[cause], advice[cause]);
