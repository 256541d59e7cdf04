/** Writes a pack: its files, the manifest that lists them, and its signature. */
import { sha256Hex } from '../../../platform/canonical-json.ts';
import type { SigningKey } from '../../core/audit/signing.ts';
import type { Writing } from '../../core/exports/export-files.ts';
import type { WritableFile } from '../../core/exports/places.ts';
import { invalid } from '../../core/intents/failed.ts';
import type { AuditPartOf } from './audit-part.ts';
import { type Content, type LineParts, lineOf } from './lines.ts';
import type { Manifest } from './manifest.ts';
import { maxShown, reportOf, type Shown } from './report.ts';
import { createZipFile, type ZipFile } from './write-zip.ts';

export interface PackParts extends LineParts {
  readonly signing: Pick<SigningKey, 'opening' | 'sign' | 'publicKey'>;
  readonly about: Omit<Manifest, 'version' | 'key' | 'head' | 'lines' | 'files'>;
  /** What each file says, in the order of the zip. */
  readonly contents: {
    readonly deliveries: AsyncIterable<object>;
    readonly requests: AsyncIterable<object>;
    readonly records: AsyncIterable<object>;
    readonly sources: AsyncIterable<object>;
    readonly 'sign-offs': AsyncIterable<object>;
  };
  /** Asked last, so that the log holds what was done until then. */
  readonly audit: () => Promise<AuditPartOf>;
  /** Text of the program that checks the pack. */
  readonly verifier: string;
  /** Lines that will come, for progress. */
  readonly expected: number;
}

/** What a person can send on, and what plain Node reads at once. */
const MOST_BYTES = 1_000_000_000;
const signedPurpose = 'causeway evidence pack';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

/** Resolves to the finished file, and SHA-256 of its manifest; leaves nothing behind otherwise. */
export async function writePack<File extends WritableFile>(
  { open, signal, onProgress }: Writing<File>,
  parts: PackParts,
): Promise<{ readonly file: File; readonly done: number; readonly manifest: string }> {
  const file = await open();
  try {
    const zip = createZipFile(file, MOST_BYTES);
    const { done, manifest } = await writeFiles(zip, parts, signal, onProgress);
    await zip.end();
    signal.throwIfAborted();
    await file.finish();
    return { file, done, manifest };
  } catch (error) {
    await file.discard();
    if (!(error instanceof RangeError)) throw error;
    throw invalid(
      'The evidence pack would be larger than 1 GB. Choose a shorter period or one record.',
      'too-large',
    );
  }
}

async function writeFiles(
  zip: ZipFile,
  parts: PackParts,
  signal: AbortSignal,
  onProgress: Writing<WritableFile>['onProgress'],
): Promise<{ readonly done: number; readonly manifest: string }> {
  const { signing, contents, about } = parts;
  const lines: Record<string, number> = {};
  let done = 0;

  const writeLines = async (name: keyof PackParts['contents']): Promise<Shown> => {
    const rows: Content[] = [];
    let total = 0;
    await zip.begin(`${name}.jsonl`);
    for await (const content of contents[name]) {
      signal.throwIfAborted();
      const line = lineOf(content, parts);
      await zip.write(bytes(`${JSON.stringify(line)}\n`));
      if (rows.length < maxShown) rows.push(line.content);
      total += 1;
      done += 1;
      onProgress(done, Math.max(done, parts.expected));
    }
    lines[`${name}.jsonl`] = total;
    return { rows, total };
  };

  const deliveries = await writeLines('deliveries');
  const requests = await writeLines('requests');
  const records = await writeLines('records');
  const sources = await writeLines('sources');
  const signOffs = await writeLines('sign-offs');
  const { head, entries } = await parts.audit();
  await zip.begin('audit.jsonl');
  for (const entry of entries) {
    signal.throwIfAborted();
    await zip.write(bytes(`${JSON.stringify(entry)}\n`));
  }
  lines['audit.jsonl'] = entries.length;

  const manifest = { version: 1 as const, ...about, key: signing.publicKey, head };
  const shown = { deliveries, requests, records, sources, signOffs, entries, manifest };
  const html = reportOf({ ...shown, files: await zip.files() });
  await zip.begin('report.html');
  await zip.write(bytes(html));
  await zip.begin('verify.mjs');
  await zip.write(bytes(parts.verifier));
  const whole: Manifest = { ...manifest, lines, files: await zip.files() };
  const text = bytes(`${JSON.stringify(whole, null, 2)}\n`);
  const digest = sha256Hex(text);
  await zip.begin('manifest.json');
  await zip.write(text);
  await zip.begin('manifest.sig');
  const signature = signing.sign(signedPurpose, digest);
  await zip.write(bytes(`${digest}\n${signing.publicKey}\n${signature}\n`));
  return { done, manifest: digest };
}
