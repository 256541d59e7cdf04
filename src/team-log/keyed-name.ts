/** Names that say nothing of what they are of: whoever runs the database can't guess it. */
import { createHmac, hkdfSync } from 'node:crypto';
import { overwrite } from '../platform/overwrite.ts';

/**
 * Gives a keyed hash of lines of text: 64 hex digits.
 *
 * @param secretOf the private half of the first epoch, asked for once and overwritten: all members have it, and with
 *   another one the same would have two names
 */
export function createKeyedName(
  secretOf: () => Uint8Array,
  label: string,
): (...lines: readonly string[]) => string {
  let key: Buffer | null = null;
  return (...lines) => {
    if (key === null) {
      const secret = secretOf();
      key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), label, 32));
      overwrite(secret);
    }
    return createHmac('sha256', key).update(lines.join('\n')).digest('hex');
  };
}
