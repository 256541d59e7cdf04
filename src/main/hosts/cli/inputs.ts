/**
 * Whether what was built is what the sources say: one hash over all that a build reads. What each
 * file's content came to is remembered, so that a start reads again only what was touched since.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { systemClock } from '../../../platform/clock.ts';

/** Files in the project's root that change what is built. */
const rootFiles = /^(?:package(?:-lock)?\.json|electron\.vite\.config\.ts|tsconfig\.[\w.]+)$/;

/** Milliseconds that a file has to be left alone: two writes within a clock's tick look alike. */
const settled = 2_000;

export interface HashOptions {
  readonly root: string;
  /** `touched` takes the digest that is remembered where size and times are still the same. */
  readonly read: 'all' | 'touched';
  /** Milliseconds since 1970. */
  readonly now?: number;
  readonly contentOf?: (file: string) => Uint8Array;
}

/** Hash of everything that a build reads, as hex. Tests are left out. */
export function hashInputs(options: HashOptions): string {
  const { root, read, now = systemClock.now(), contentOf = readFileSync } = options;
  const before = readMemory(root);
  const known = read === 'all' ? new Map<string, string>() : digestsIn(before);
  const memory: string[] = [];
  const inputs: string[] = [];
  for (const file of inputFiles(root)) {
    const path = relative(root, file).split(sep).join('/');
    // Looked at before it is read: what changes in between is read again the next time.
    const { mark, changedAt } = look(file);
    const name = `${mark} ${path}`;
    const digest = known.get(name) ?? createHash('sha256').update(contentOf(file)).digest('hex');
    if (now - changedAt > settled) memory.push(`${digest} ${name}\n`);
    inputs.push(`${path} ${digest}\n`);
  }
  if (memory.join('') !== before) writeMemory(root, memory.join(''));
  return createHash('sha256').update(inputs.join('')).digest('hex');
}

function inputFiles(root: string): string[] {
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
  const files = sources
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (entry.isFile() && rootFiles.test(entry.name)) files.push(join(root, entry.name));
  }
  return files.sort();
}

/** Size and times in nanoseconds. A tool can set the first time back, but not the second. */
function look(file: string): { readonly mark: string; readonly changedAt: number } {
  const { size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = statSync(file, { bigint: true });
  return {
    mark: `${size} ${mtimeNs} ${ctimeNs}`,
    changedAt: Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs),
  };
}

const memoryFile = (root: string): string => join(root, '.cache/build-inputs');

function readMemory(root: string): string {
  try {
    return readFileSync(memoryFile(root), 'utf8');
  } catch {
    return '';
  }
}

/** Digests by mark and path, a line each; a line that is damaged is as good as none. */
function digestsIn(memory: string): Map<string, string> {
  const lines = memory.matchAll(/^([0-9a-f]{64}) (\d+ \d+ \d+ .+)$/gm);
  return new Map(Array.from(lines, ([, digest = '', name = '']) => [name, digest]));
}

/** Whole or not at all, because two starts may meet here. */
function writeMemory(root: string, memory: string): void {
  const file = memoryFile(root);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, memory);
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // Where nothing can be kept every start reads everything, as right and only slower.
  }
}
