/**
 * Secrets in one file, sealed with a key derived from a passphrase: scrypt (N = 2^17, r = 8, p = 1:
 * 128 MiB and some tenths of a second a guess), then AES-256-GCM. The header is authenticated.
 */
import { scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { readIfPresent, writeDurably } from '../../../platform/durable-file.ts';
import { readJson } from '../../../platform/json-column.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { keyBytes, openText, sealText } from './sealed-box.ts';
import type { ListedStore } from './secret-store.ts';
import { VaultError } from './vault-error.ts';

/** A store that forgets its key when it is closed. */
export interface SealedFile extends ListedStore {
  /** Throws VaultError `wrong-passphrase`. */
  checkPassphrase(passphrase: string): Promise<void>;
  /**
   * Seals everything under another passphrase, in one step: whatever happens, one of the two opens the file,
   * and never both. Throws VaultError `wrong-passphrase`, `not-now` when it was closed or changed meanwhile,
   * `not-kept`.
   */
  changePassphrase(before: string, next: string): Promise<void>;
  close(): void;
}

export interface SealedFileOptions {
  readonly path: string;
  readonly passphrase: string;
  readonly random: Random;
}

const cost = { N: 2 ** 17, r: 8, p: 1 } as const;
const saltBytes = 32;

/** Only these costs are taken: a changed file could otherwise ask for all memory, or for none. */
const sealedFileShape = z.strictObject({
  version: z.literal(1),
  kdf: z.strictObject({
    name: z.literal('scrypt'),
    N: z.literal(cost.N),
    r: z.literal(cost.r),
    p: z.literal(cost.p),
    salt: z.base64(),
  }),
  cipher: z.literal('aes-256-gcm'),
  sealed: z.base64(),
});
type Header = Omit<z.infer<typeof sealedFileShape>, 'sealed'>;

/** What a file is sealed with. */
interface Seal {
  readonly header: Header;
  readonly key: Uint8Array;
}

const secretsShape = z.record(z.string(), z.string());

export const hasSealedFile = (path: string): boolean => readIfPresent(path) !== null;

interface NewSealedFile extends SealedFileOptions {
  /** What it begins with. Default: nothing. */
  readonly secrets?: ReadonlyMap<string, string>;
  /** Takes the place of the file that is there, in one step. */
  readonly replaces?: boolean;
}

/** Begins a file, which must not be there yet unless it `replaces` one. */
export async function createSealedFile(options: NewSealedFile): Promise<SealedFile> {
  return (await prepareSealedFile(options))(options.secrets ?? new Map());
}

/** Begins a file in the place of one before, which is kept aside: its passphrase may still be remembered. */
export async function replaceSealedFile(
  options: Omit<NewSealedFile, 'replaces'>,
): Promise<SealedFile> {
  const { path, random } = options;
  const before = readIfPresent(path);
  if (before !== null) writeDurably(`${path}.before-recovery-${randomHex(random, 4)}`, before);
  return await createSealedFile({ ...options, replaces: true });
}

/** As createSealedFile, for secrets that are known only later: deriving the key takes its time meanwhile. */
export async function prepareSealedFile(
  options: Omit<NewSealedFile, 'secrets'>,
): Promise<(secrets: ReadonlyMap<string, string>) => SealedFile> {
  const { path, replaces = false } = options;
  if (!replaces && hasSealedFile(path)) throw new Error('there is a sealed file already');
  const seal = await newSeal(options);
  return (secrets) => {
    const file = storeOf(options, seal, new Map(secrets));
    file.save();
    return file.store;
  };
}

async function newSeal(options: Pick<SealedFileOptions, 'passphrase' | 'random'>): Promise<Seal> {
  const salt = Buffer.from(options.random.bytes(saltBytes)).toString('base64');
  const kdf = { name: 'scrypt', ...cost, salt } as const;
  const header: Header = { version: 1, kdf, cipher: 'aes-256-gcm' };
  return { header, key: await deriveKey(options.passphrase, header) };
}

const deriveKey = (passphrase: string, { kdf }: Header): Promise<Uint8Array> =>
  derivePassphraseKey(passphrase, Buffer.from(kdf.salt, 'base64'));

/** Throws VaultError `wrong-passphrase`, or `damaged` when it is no sealed file. */
export async function openSealedFile(options: SealedFileOptions): Promise<SealedFile> {
  const { sealed, ...header } = readFile(options.path);
  const key = await deriveKey(options.passphrase, header);
  const secrets = readSecrets(Buffer.from(sealed, 'base64'), key, header);
  return storeOf(options, { header, key }, secrets).store;
}

function readFile(path: string): z.infer<typeof sealedFileShape> {
  try {
    return readJson(sealedFileShape, readIfPresent(path) ?? new Uint8Array());
  } catch (cause) {
    throw new VaultError(
      'damaged',
      'The file with the sealed secrets is damaged. Start Causeway without --passphrase-file and select Use recovery key…, or put an intact copy of vault.sealed back.',
      { cause },
    );
  }
}

function readSecrets(sealed: Uint8Array, key: Uint8Array, header: Header): Map<string, string> {
  try {
    const text = openText(sealed, key, JSON.stringify(header));
    return new Map(Object.entries(readJson(secretsShape, text)));
  } catch {
    // A changed file and a wrong passphrase look the same; the second is what happens.
    throw wrongPassphrase();
  }
}

const wrongPassphrase = () => new VaultError('wrong-passphrase', 'The passphrase is wrong.');

function storeOf(
  { path, random }: Pick<SealedFileOptions, 'path' | 'random'>,
  first: Seal,
  secrets: Map<string, string>,
): { readonly store: SealedFile; save(): void } {
  let isOpen = true;
  let seal = first;
  const check = () => {
    if (!isOpen) throw new VaultError('locked', 'The secrets are locked.');
  };
  const write = (next: ReadonlyMap<string, string>, { header, key }: Seal) => {
    const text = JSON.stringify(Object.fromEntries(next));
    const sealed = sealText(text, key, JSON.stringify(header), random);
    const content = { ...header, sealed: Buffer.from(sealed).toString('base64') };
    try {
      writeDurably(path, `${JSON.stringify(content)}\n`);
    } catch (cause) {
      const sentence = 'The secret could not be written to the disk. It may be full or read-only.';
      throw new VaultError('not-kept', sentence, { cause });
    }
  };
  /** The file first: what memory holds is never more than what the disk holds. */
  const change = (next: Map<string, string>) => {
    write(next, seal);
    secrets.clear();
    for (const [name, value] of next) secrets.set(name, value);
  };
  const checkPassphrase = async (passphrase: string) => {
    check();
    const { header, key } = seal;
    const given = await deriveKey(passphrase, header);
    check();
    const isRight = timingSafeEqual(given, key);
    given.fill(0);
    if (!isRight) throw wrongPassphrase();
  };
  const store: SealedFile = {
    get: async (name) => {
      check();
      return secrets.get(name) ?? null;
    },
    set: async (name, value) => {
      check();
      change(new Map(secrets).set(name, value));
    },
    delete: async (name) => {
      check();
      const next = new Map(secrets);
      if (next.delete(name)) change(next);
    },
    names: async () => {
      check();
      return [...secrets.keys()];
    },
    checkPassphrase,
    changePassphrase: async (before, passphrase) => {
      const old = seal;
      await checkPassphrase(before);
      const next = await newSeal({ passphrase, random });
      if (!isOpen || seal !== old) {
        next.key.fill(0);
        throw new VaultError('not-now', changedMeanwhile);
      }
      // From here to the end nothing waits, so no secret can be set in between and be lost.
      try {
        write(secrets, next);
      } catch (error) {
        if (!isSealedBy(path, next)) throw error;
        // Only its safe arrival is in doubt: what follows is written under what now opens the file.
        seal = next;
        throw new VaultError('not-confirmed', notConfirmedByDisk, { cause: error });
      }
      seal = next;
      old.key.fill(0);
    },
    close: () => {
      isOpen = false;
      secrets.clear();
      seal.key.fill(0);
    },
  };
  return { store, save: () => write(secrets, seal) };
}

const changedMeanwhile =
  'Causeway was locked or the passphrase was changed meanwhile. This change was not made.';

const notConfirmedByDisk =
  'The new passphrase was written, but the disk did not confirm it. Keep both passphrases until the new one has opened Causeway once.';

function isSealedBy(path: string, { header }: Seal): boolean {
  try {
    return readFile(path).kdf.salt === header.kdf.salt;
  } catch {
    return false;
  }
}

/** The passphrase in NFKC, so that every keyboard gives the same key for the same letters. */
export function derivePassphraseKey(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  const options = { ...cost, maxmem: 256 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, keyBytes, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
