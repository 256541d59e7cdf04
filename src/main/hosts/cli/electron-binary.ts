/** Electron's binary: whether it is here, and fetching it where it can be had. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Path of the binary that the package's own installer has left, or null. */
export function electronBinary(root: string): string | null {
  const folder = join(root, 'node_modules/electron');
  try {
    const binary = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'));
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

export interface FetchOptions {
  /** The installer, a JavaScript file of the electron package. */
  readonly installer: string;
  /** Where it unpacks to; what grows there is progress. */
  readonly unpacksTo: string;
  /** Without progress for this long, in milliseconds, it counts as not to be had. */
  readonly patience?: number;
  /** Told the bytes so far, whenever they grew. */
  onProgress?(bytes: number): void;
}

export type Fetched = 'fetched' | 'failed' | 'stalled';

/** Where the installer is, and where it unpacks to. */
export const electronInstaller = (root: string): FetchOptions => ({
  installer: join(root, 'node_modules/electron/install.js'),
  unpacksTo: join(root, 'node_modules/electron/dist'),
});

/** Runs the installer to its end, or ends it when nothing moves. */
export async function fetchElectron(options: FetchOptions): Promise<Fetched> {
  const { installer, unpacksTo, patience = 15_000, onProgress } = options;
  // Its own temporary folder, so that the bytes in it are this download's and nobody else's.
  const temporary = await mkdtemp(join(tmpdir(), 'causeway-electron-'));
  const child = spawn(process.execPath, [installer], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
  });
  let heard = 0;
  const hear = (chunk: Buffer) => {
    heard += chunk.length;
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<Fetched>((done) => {
    child.once('error', () => done('failed'));
    child.once('close', (code) => done(code === 0 ? 'fetched' : 'failed'));
  });
  const measure = async () => heard + (await sizeOf(temporary)) + (await sizeOf(unpacksTo));
  const watch = watchProgress(measure, patience, onProgress);
  try {
    const outcome = await Promise.race([ended, watch.stalled]);
    if (outcome === 'stalled') child.kill('SIGKILL');
    await ended;
    return outcome;
  } finally {
    watch.stop();
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Looks every tenth of the patience; resolves `stalled` when the measure has not moved for all of it. */
function watchProgress(
  measure: () => Promise<number>,
  patience: number,
  onProgress: ((bytes: number) => void) | undefined,
) {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<'stalled'>((done) => {
    let last = -1;
    let moved = performance.now();
    const look = async () => {
      const bytes = await measure();
      if (bytes !== last) {
        if (last >= 0) onProgress?.(bytes);
        last = bytes;
        moved = performance.now();
      }
      if (performance.now() - moved >= patience) done('stalled');
      else timer = setTimeout(look, patience / 10);
    };
    void look();
  });
  return { stalled, stop: () => clearTimeout(timer) };
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        (found) => found.size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
