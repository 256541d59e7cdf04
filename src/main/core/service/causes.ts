/**
 * The closed list of what can go wrong with a call. Every failure of the service client carries
 * exactly one of these.
 */

/** We did not begin: nothing was handed to the network. */
const notBegun = [
  'no-token',
  'token-unreadable',
  'bad-token',
  'no-address',
  'invalid-input',
  'reviewer',
] as const;

/**
 * No connection to the service came about, so no byte of the request can have reached it:
 * - `name`: the name was not found;
 * - `refused`: the connection was refused;
 * - `no-route`: there is no network, or no way to the address;
 * - `connect-timeout`: the connection was not made in time;
 * - `certificate`: the certificate was not accepted;
 * - `tls`: no secure connection could be agreed on;
 * - `proxy`: the proxy between here and the service did not let us through.
 */
export const notConnectedCauses = [
  'name',
  'refused',
  'no-route',
  'connect-timeout',
  'certificate',
  'tls',
  'proxy',
] as const;

/**
 * Something may have reached the service, but no answer that can be used came back:
 * - `timeout`: no whole answer in time; `cut`: the line was cut; `network`: any other failure;
 * - `redirected`: it pointed elsewhere, and we never follow;
 * - `too-large`: over 8 MiB; `html-page`: a web page; `not-json`: empty, truncated or no JSON;
 * - `unexpected-body`: JSON, but not what was asked for;
 * - `contradiction`: HTTP and the body disagree on whether it worked (decisions 6);
 * - `server-error`: 5xx; `unknown-form`: 3xx or 4xx in no form that we know (decisions 5),
 *   where the status alone does not settle it (decisions 30).
 */
const noUsableAnswer = [
  'timeout',
  'cut',
  'network',
  'redirected',
  'too-large',
  'html-page',
  'not-json',
  'unexpected-body',
  'contradiction',
  'server-error',
  'unknown-form',
] as const;

/** The service said no, in a form that we know (Interface 7, decisions 5), or by a status that is enough. */
const saidNo = [
  'unauthorized',
  'forbidden',
  'not-found',
  'invalid',
  'conflict',
  'rate-limited',
  'rejected',
] as const;

/** Causes that make it sure that a write was not sent (decisions 30). */
export const notSentCauses = [...notBegun, ...notConnectedCauses] as const;
export type NotSentCause = (typeof notSentCauses)[number];

/** Causes that leave open what became of a write (decisions 30). */
export const unknownCauses = noUsableAnswer;
export type UnknownCause = (typeof unknownCauses)[number];

/** How the service refused. */
export const refusalCauses = saidNo;
export type RefusalCause = (typeof refusalCauses)[number];

export const failureCauses = [...notSentCauses, ...unknownCauses, ...refusalCauses] as const;
export type FailureCause = (typeof failureCauses)[number];
