/**
 * What the vault holds of a database's key, as one text, so that it changes in one step:
 *
 *     <key>                   the first key
 *     <key>+<next>            the file is being encrypted anew: one of the two opens it
 *     <key>:<seal>            after that, where values are sealed inside: they stay under the first key
 *     <key>:<seal>+<next>
 *
 * Each is 32 bytes in hex.
 */
import { keyBytes } from './sealed-box.ts';
import { VaultError } from './vault-error.ts';

export interface KeyRecord {
  /** Of the pages. */
  readonly key: Uint8Array;
  /** What sealed values and the inbox's keys are derived from. */
  readonly sealKey: Uint8Array;
  readonly next: Uint8Array | null;
}

const shape = /^(?<key>[0-9a-f]{64})(?::(?<seal>[0-9a-f]{64}))?(?:\+(?<next>[0-9a-f]{64}))?$/;

/** Throws VaultError `damaged`. */
export function readKeyRecord(text: string): KeyRecord {
  const { key, seal, next } = shape.exec(text)?.groups ?? {};
  if (key === undefined) {
    throw new VaultError('damaged', 'The vault’s key for this profile’s database is damaged.');
  }
  return {
    key: bytesOf(key),
    sealKey: bytesOf(seal ?? key),
    next: next === undefined ? null : bytesOf(next),
  };
}

export function keyRecordText({ key, sealKey, next }: KeyRecord): string {
  const isFirst = hexOf(key) === hexOf(sealKey);
  return `${hexOf(key)}${isFirst ? '' : `:${hexOf(sealKey)}`}${next === null ? '' : `+${hexOf(next)}`}`;
}

/** Its own memory, so that whoever uses it can overwrite it. */
const bytesOf = (hex: string): Uint8Array => {
  const bytes = new Uint8Array(keyBytes);
  Buffer.from(hex, 'hex').copy(bytes);
  return bytes;
};

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
