/** The messages of an error body: every text in it, in its order. */

/** Keys whose values are messages by themselves, without the key's name. */
const spoken: ReadonlySet<string> = new Set([
  'message',
  'messages',
  'msg',
  'error',
  'errors',
  'title',
  'detail',
  'details',
  'fields',
  'information',
  'general',
  'description',
  'error_description',
  'reason',
]);

/** Keys that name a message's input, most specific first. */
const labels = ['field', 'path', 'param', 'parameter', 'property', 'pointer', 'loc', 'name'];

/** Fields with their own rules, and the record, which is not part of the error. */
const facts: ReadonlySet<string> = new Set([
  'ok',
  'object',
  'status',
  'statusCode',
  'code',
  'type',
  'ts',
  'timestamp',
  'request',
  'requestId',
  'data',
  'id',
  'customer',
  'virtualAccount',
  'bankAccount',
  'webhook',
  'event',
]);

/** Keys of maps from an input to its problems. */
const maps: ReadonlySet<string> = new Set(['errors', 'fields', 'details']);

/** A webhook's secret in its create response (Interface 2.6), which is not an error message. */
const isSecretKey = (key: string): boolean => key.toLowerCase() === 'secret';

/** Depth of the search. A hostile body can nest deeper than the stack. */
const maxDepth = 8;

/**
 * Every text in a value that may be a string, a list or an object of either. Anything without known messages
 * is returned as JSON, so that nothing is lost.
 */
export function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null || depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, depth + 1));
  if (!Object.keys(value).some((key) => spoken.has(key))) return asJson(value);
  const label = labels.find((key) => labelIn(value, key) !== null);
  const named = label === undefined ? null : labelIn(value, label);
  return Object.entries(value).flatMap(([key, item]) => {
    if (key === label) return [];
    const texts = textsUnder(key, item, depth);
    return named !== null && spoken.has(key) ? texts.map((text) => `${named}: ${text}`) : texts;
  });
}

/** The messages of a body's other keys. */
export function textsBeside(body: unknown, read: readonly string[]): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.entries(body).flatMap(([key, item]) =>
    read.includes(key) ? [] : textsUnder(key, item, 0),
  );
}

function textsUnder(key: string, value: unknown, depth: number): string[] {
  if (spoken.has(key)) return mapTexts(key, value) ?? textsIn(value, depth + 1);
  if (facts.has(key) || isSecretKey(key) || value === null || value === '') return [];
  if (typeof value !== 'object') return [`${key}: ${String(value)}`];
  return asJson(value).map((text) => `${key}: ${text}`);
}

/** `{"email": ["is invalid"]}`: one text per problem, with its input; null for anything else. */
function mapTexts(key: string, value: unknown): string[] | null {
  if (!maps.has(key) || typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value) || Object.keys(value).some((name) => spoken.has(name))) return null;
  const entries = Object.entries(value)
    .filter(([name]) => !isSecretKey(name))
    .map(([name, said]) => [name, [said].flat()] as const);
  if (!entries.every(([, said]) => said.every((text) => typeof text === 'string'))) return null;
  return entries.flatMap(([name, said]) => said.map((text) => `${name}: ${text}`));
}

/** `email`, or `["body", "email"]`; null without a name. */
function labelIn(value: object, key: string): string | null {
  const label: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : null;
  const parts = Array.isArray(label) ? label : [label];
  const names = parts.filter((part) => typeof part === 'string' || typeof part === 'number');
  return names.length === parts.length && names.join('') !== '' ? names.join('.') : null;
}

function asJson(value: object): string[] {
  try {
    return [JSON.stringify(value, (key, item) => (isSecretKey(key) ? undefined : item))];
  } catch {
    return [];
  }
}
