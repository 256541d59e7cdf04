/**
 * The head of a backup file, in clear and authenticated by every block after it: magic, length, JSON.
 * Each slot holds the file's key, sealed under a recovery key or a passphrase.
 */
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';

const magic = Buffer.from('CAUSEWAY BACKUP\n');
/** Far over any head, far under what memory holds. */
const longestHead = 64 * 1024;

const sealedKey = z.base64();
const slot = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('recovery-key'),
    /** Salt of the recovery key's file. */
    salt: z.base64(),
    madeAt: z.iso.datetime(),
    sealedKey,
  }),
  z.strictObject({ kind: z.literal('passphrase'), salt: z.base64(), sealedKey }),
]);
export type KeySlot = z.infer<typeof slot>;

const header = z.strictObject({
  version: z.literal(1),
  /** 32 hex digits. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** ISO 8601 UTC. */
  createdAt: z.iso.datetime(),
  /** Version of Causeway. */
  program: z.string(),
  installationId: z.string(),
  cipher: z.literal('aes-256-gcm'),
  slots: z.array(slot).min(1),
});
export type BackupHeader = z.infer<typeof header>;

export interface EncodedHeader {
  readonly bytes: Buffer;
  /** What every block authenticates with it. */
  readonly digest: Buffer;
}

/** What kinds of sealed files differ in. */
export interface HeaderKind<Head> {
  /** The first bytes of the file. */
  readonly magic: Buffer;
  readonly shape: z.ZodType<Head>;
  /** What the file is called: `backup`. */
  readonly noun: string;
}

const backupHeader: HeaderKind<BackupHeader> = { magic, shape: header, noun: 'backup' };

export const encodeHeader = (head: BackupHeader): EncodedHeader =>
  encodeHeaderOf(backupHeader, head);

export function encodeHeaderOf<Head>({ magic }: HeaderKind<Head>, head: Head): EncodedHeader {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return encoded(Buffer.concat([magic, length, json]));
}

const encoded = (bytes: Buffer): EncodedHeader => ({
  bytes,
  digest: createHash('sha256').update(bytes).digest(),
});

/** Reads it from the beginning of the file. Throws BackupError `not-a-backup`, `too-new` or `damaged`. */
export const readHeader = (file: number) => readHeaderOf(backupHeader, file);

/** As readHeader, of another kind of file. */
export function readHeaderOf<Head>(
  kind: HeaderKind<Head>,
  file: number,
): { readonly head: Head } & EncodedHeader {
  const { magic, noun } = kind;
  const start = readExactly(file, 0, magic.length + 4);
  if (start === null || !start.subarray(0, magic.length).equals(magic)) {
    throw new BackupError('not-a-backup', `This file is not a ${noun} of Causeway.`);
  }
  const length = start.readUInt32BE(magic.length);
  const json = length > longestHead ? null : readExactly(file, start.length, length);
  const parsed = json === null ? null : parseHead(kind, json);
  if (json === null || parsed === null) {
    throw new BackupError('damaged', `The head of this ${noun} is damaged, so it can’t be opened.`);
  }
  return { head: parsed, ...encoded(Buffer.concat([start, json])) };
}

function parseHead<Head>({ shape, noun }: HeaderKind<Head>, json: Buffer): Head | null {
  try {
    const value: unknown = JSON.parse(json.toString());
    const { version } = z.looseObject({ version: z.int() }).parse(value);
    if (version > 1) {
      const sentence = `This ${noun} was made by a later version of Causeway. Update, then open it.`;
      throw new BackupError('too-new', sentence);
    }
    return shape.parse(value);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    return null;
  }
}

/** null where the file ends before. */
export function readExactly(
  file: number,
  position: number,
  length: number,
  into = Buffer.allocUnsafe(length),
): Buffer | null {
  const bytes = into.subarray(0, length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(file, bytes, filled, length - filled, position + filled);
    if (count === 0) return null;
    filled += count;
  }
  return bytes;
}
