/** A backup's own key, sealed under a recovery key or a passphrase. */
import { hkdfSync } from 'node:crypto';
import { localDay } from '../../../bridge/instants.ts';
import type { Random } from '../../../platform/random.ts';
import { type CopyKey, deriveCopyKey } from '../vault/recovery-copy.ts';
import { openText, sealText } from '../vault/sealed-box.ts';
import { derivePassphraseKey } from '../vault/sealed-file.ts';
import { BackupError } from './backup-error.ts';
import type { BackupHeader, KeySlot } from './header.ts';

/** Who may open it: the holder of the recovery key, or of a passphrase. */
export type Opener =
  | { readonly kind: 'recovery-key'; readonly recoveryKey: Uint8Array }
  | { readonly kind: 'passphrase'; readonly passphrase: string };

const contextOf = (id: string): string => `causeway backup ${id}`;

const wrappingKey = (key: Uint8Array): Uint8Array =>
  Buffer.from(hkdfSync('sha256', key, new Uint8Array(0), 'causeway backup', 32));

const seal = (key: Uint8Array, wrapping: Uint8Array, id: string, random: Random): string =>
  Buffer.from(sealText(Buffer.from(key).toString('hex'), wrapping, contextOf(id), random)).toString(
    'base64',
  );

export function recoverySlot(key: Uint8Array, id: string, known: CopyKey, random: Random): KeySlot {
  const { salt, madeAt } = known;
  const sealedKey = seal(key, wrappingKey(known.key), id, random);
  return { kind: 'recovery-key', salt, madeAt, sealedKey };
}

export async function passphraseSlot(
  key: Uint8Array,
  id: string,
  passphrase: string,
  random: Random,
): Promise<KeySlot> {
  const salt = Buffer.from(random.bytes(32));
  const wrapping = await derivePassphraseKey(passphrase, salt);
  const sealedKey = seal(key, wrappingKey(wrapping), id, random);
  return { kind: 'passphrase', salt: salt.toString('base64'), sealedKey };
}

/** The file's own key. Throws BackupError `wrong-key`. */
export async function openSlots(head: BackupHeader, opener: Opener): Promise<Uint8Array> {
  for (const slot of head.slots) {
    if (slot.kind !== opener.kind) continue;
    const derived =
      opener.kind === 'recovery-key'
        ? deriveCopyKey(opener.recoveryKey, slot.salt)
        : await derivePassphraseKey(opener.passphrase, Buffer.from(slot.salt, 'base64'));
    const key = tryOpen(slot.sealedKey, wrappingKey(derived), head.id);
    if (key !== null) return key;
  }
  throw new BackupError('wrong-key', wrongKey(head, opener));
}

function tryOpen(sealedKey: string, wrapping: Uint8Array, id: string): Uint8Array | null {
  try {
    const hex = openText(Buffer.from(sealedKey, 'base64'), wrapping, contextOf(id));
    return Buffer.from(hex, 'hex');
  } catch {
    return null;
  }
}

function wrongKey({ slots }: BackupHeader, { kind }: Opener): string {
  const recovery = slots.find((slot) => slot.kind === 'recovery-key');
  if (kind === 'passphrase') {
    return slots.some((slot) => slot.kind === kind)
      ? 'The passphrase does not open this backup.'
      : 'This backup has no passphrase. Use the recovery key.';
  }
  return recovery === undefined
    ? 'This backup opens by its passphrase, not by a recovery key.'
    : `This recovery key does not open this backup. It needs the one that was set on ${localDay(recovery.madeAt)}.`;
}
