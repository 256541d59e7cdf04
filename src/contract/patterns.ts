/**
 * The patterns of the API specification, without zod, so that a form in the renderer can check entries
 * without loading the schemas.
 */

/** IDs with a specified pattern (Interface 2.1, 2.5, 2.7). */
export const idPatterns = {
  customer: /^customer_[a-z0-9]+$/,
  bankAccount: /^bankAccount_[a-z0-9]+$/,
  event: /^event_[a-z0-9]+$/,
} as const;

/**
 * IDs of the same kinds as the console accepts them: it looks each up in the service's own spelling
 * (decisions 35).
 */
export const idForms = {
  customer: /^customer_[A-Za-z0-9_-]+$/,
  bankAccount: /^bankAccount_[A-Za-z0-9_-]+$/,
  event: /^event_[A-Za-z0-9_-]+$/,
} as const;

/** The same for an ID of any kind of resource. */
export const isIdOf = (kind: string, id: string): boolean =>
  new RegExp(`^${kind}_[A-Za-z0-9_-]+$`).test(id);

/** An ID of a known kind, with at most 64 characters after the underscore. */
const knownId =
  '(?:customer|virtualAccount|bankAccount|event|webhook|wallet|address|payout|paymentLink|request)_[A-Za-z0-9_-]{1,64}';

/** An ID of the service, whatever it names. */
export const serviceId = new RegExp(`^${knownId}$`);

/** Each place of a text where an ID of the service begins, with as much as may be of it: a join ends no ID. */
export const serviceIdAt = new RegExp(`(?<![A-Za-z0-9])(?=(${knownId}))`, 'g');

/** What may be an ID inside any text, of any kind. Within a run of letters none begins, so each run is read once. */
export const idInText = /(?<![A-Za-z])[A-Za-z]+_[A-Za-z0-9_-]+/g;

/**
 * A webhook's secret inside any text, as such keys are written: letters, digits and what base64 and tokens have beside
 * them. The interface says no more than its prefix (2.6), but what separates values, closes a string or ends a
 * sentence is no part of it here: else it took a whole line along. `secret_key` is none.
 */
export const secretInText =
  /secret_(?!key[/+~.])(?:[\w+~-]|\/(?!\/)|\.(?=[\w+~/-])){4,100000}={0,2}/;

/** Interface 2.6: prefix `secret_`, and no more is said. Without control and other invisible characters. */
export const secretPattern = /^secret_[^\s\p{C}]{1,4096}$/u;

/**
 * Phone (Interface 4.1): leading plus, country code, digits. Specified as `^+[0-9]{1,3}[0-9]+$`, which is not
 * a valid expression; read with the plus escaped (decisions 3).
 */
export const phonePattern = /^\+[0-9]{1,3}[0-9]+$/;

/**
 * Email (Interface 4.1: "email format", and no more): one or more characters, an @, and a domain of at least
 * two labels, in any script (RFC 6531). Quotes may contain spaces and @. Catches typing errors; the service
 * decides.
 */
export const emailPattern =
  /^(?:"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"|[^\s@"(),:;<>[\\\]\p{Cc}]+)@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;

/** Zero-width spaces and such: an email that has one looks like another email, and is not found as that one. */
export const formatCharacter = /\p{Cf}/u;

/** Basis points (Interface 4.2, 8): digits only, a string. 100 bps are 1 %. */
export const basisPointsPattern = /^[0-9]+$/;

/** Network of a wallet (Interface 4.2): a lowercase name. */
export const networkPattern = /^[a-z][a-z0-9_-]*$/;

/** Timestamps (Interface, conventions): ISO 8601, UTC, milliseconds. */
export const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
