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
import { inboxKeyName } from './key-names.ts';
import { keyBytes } from './sealed-box.ts';
import { VaultError } from './vault-error.ts';

export interface KeyRecord {
  /** Of the pages. */
  readonly key: Uint8Array;
  /** What sealed values and the inbox's keys are derived from. */
  readonly sealKey: Uint8Array;
  /** What may open the pages in its place. */
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

/**
 * The text of both: one of them is of before a change, and the files say which. That of `one` alone where they are
 * keys of different databases.
 */
export function joinKeyRecords(name: string, one: string, other: string): string {
  if (!shape.test(one) || !shape.test(other)) return one;
  const [mine, theirs] = [readKeyRecord(one), readKeyRecord(other)];
  const isOfOther = hexOf(mine.sealKey) !== hexOf(theirs.sealKey);
  if (isOfOther && name !== inboxKeyName) return one;
  const known = new Set([mine.key, ...mine.next].map(hexOf));
  const more = [theirs.key, ...theirs.next].filter((key) => !known.has(hexOf(key)));
  return keyRecordText({ ...mine, next: [...mine.next, ...more] });
}

/** Its own memory, so that whoever uses it can overwrite it. */
const bytesOf = (hex: string): Uint8Array => {
  const bytes = new Uint8Array(keyBytes);
  // Of one buffer that others share.
  const shared = Buffer.from(hex, 'hex');
  shared.copy(bytes);
  shared.fill(0);
  return bytes;
};

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
