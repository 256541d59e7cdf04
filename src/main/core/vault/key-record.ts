/**
 * What the vault holds of a database's key, as one text, so that it changes in one step:
 *
 *     <key>                   the first key
 *     <key>+<next>            the file is being encrypted anew, or two copies of the vault differ: one opens it
 *     <key>:<seal>            after that, where values are sealed inside: they stay under the first key
 *     <key>:<seal>+<next>
 *
 * Each is 32 bytes in hex. There may be several `next`.
 */
import { keyBytes } from './sealed-box.ts';
import { VaultError } from './vault-error.ts';

export interface KeyRecord {
  /** Key of the pages. */
  readonly key: Uint8Array;
  /** What sealed values and the inbox's keys are derived from. */
  readonly sealKey: Uint8Array;
  /** Keys that may open the pages in place of `key`. */
  readonly next: readonly Uint8Array[];
}

const shape = /^(?<key>[0-9a-f]{64})(?::(?<seal>[0-9a-f]{64}))?(?<next>(?:\+[0-9a-f]{64})*)$/;

/** Throws VaultError `damaged`. */
export function readKeyRecord(text: string): KeyRecord {
  const { key, seal, next = '' } = shape.exec(text)?.groups ?? {};
  if (key === undefined) {
    throw new VaultError('damaged', 'The vault’s key for this profile’s database is damaged.');
  }
  return {
    key: bytesOf(key),
    sealKey: bytesOf(seal ?? key),
    next: next.split('+').slice(1).map(bytesOf),
  };
}

export function keyRecordText({ key, sealKey, next }: KeyRecord): string {
  const isFirst = hexOf(key) === hexOf(sealKey);
  return [`${hexOf(key)}${isFirst ? '' : `:${hexOf(sealKey)}`}`, ...next.map(hexOf)].join('+');
}

/** Whether both are of one database, before a change of its key and after. */
export function areOfOneDatabase(name: string, one: string, other: string): boolean {
  if (!shape.test(one) || !shape.test(other)) return false;
  // Nothing is sealed under the inbox's, so nothing stays of the first one.
  if (name === inboxKeyName) return true;
  return hexOf(readKeyRecord(one).sealKey) === hexOf(readKeyRecord(other).sealKey);
}

/** Whether `one` is the first key of the database, which has another in `other`: so it is of before. */
export const isOfBefore = (one: string, other: string): boolean =>
  one !== other && shape.test(other) && one === hexOf(readKeyRecord(other).sealKey);

/**
 * The text of both: one of them is of before a change, and the files say which. That of `one` alone where they are
 * keys of different databases.
 */
export function joinKeyRecords(name: string, one: string, other: string): string {
  if (!areOfOneDatabase(name, one, other)) return one;
  const mine = readKeyRecord(one);
  const theirs = readKeyRecord(other);
  const known = new Set([mine.key, ...mine.next].map(hexOf));
  const more = [theirs.key, ...theirs.next].filter((key) => !known.has(hexOf(key)));
  return keyRecordText({ ...mine, next: [...mine.next, ...more] });
}

/** Its own memory, so that whoever uses it can overwrite it. */
const bytesOf = (hex: string): Uint8Array => {
  const bytes = new Uint8Array(keyBytes);
  // A part of a buffer that others share.
  const shared = Buffer.from(hex, 'hex');
  shared.copy(bytes);
  shared.fill(0);
  return bytes;
};

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Names of the keys in the vault. Each may be the only one that opens what it sealed. */
export const dataKeyName = (profileId: string): string => `data-key:${profileId}`;
export const inboxKeyName = 'named:inbox-key';
/** Without it, nobody could go on signing the audit logs that a backup brings. */
export const signingKeyName = 'named:signing-key';

/** Whether a name is that of a database's key. Such keys can change (changing-keys.ts). */
export const isDatabaseKeyName = (name: string): boolean =>
  name.startsWith('data-key:') || name === inboxKeyName;

export const isKeyName = (name: string): boolean =>
  isDatabaseKeyName(name) || name === signingKeyName;

/**
 * Keys, and what a person set against misuse: it holds where the backup is restored. No tokens, no passwords of
 * tunnels: those can be entered again.
 */
export const isInBackup = (name: string): boolean =>
  isKeyName(name) || name.startsWith('named:mode:') || name === 'named:lock';
