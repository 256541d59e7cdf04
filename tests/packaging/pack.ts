/**
 * Packs the application as a directory around a stub of Electron: files with the sentinel of the
 * fuses, where the binary would be. Nothing is downloaded: every mirror leads to a closed port.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../support/run-command.ts';

/** What stands before the fuses in Electron's binary; then a version, their number and their states. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuses = 9;

export interface PackOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly system: 'linux' | 'win';
  readonly arch: 'x64' | 'arm64';
}

export interface Packed {
  /** The packed application; where the file of the archive lies. */
  readonly archive: string;
  /** The binary with its fuses. */
  readonly binary: string;
  /** Whether packing came to its end. */
  readonly ok: boolean;
  readonly output: string;
}

export async function pack({ folder, system, arch }: PackOptions): Promise<Packed> {
  const stub = join(folder, 'electron');
  await makeStub(stub, system);
  const output = join(folder, 'packed');
  const result = await runCommand(
    [
      'electron-builder',
      `--${system}`,
      'dir',
      `--${arch}`,
      '--publish',
      'never',
      `-c.electronDist=${stub}`,
      `-c.directories.output=${output}`,
    ],
    {
      env: {
        ELECTRON_MIRROR: 'http://127.0.0.1:9/',
        ELECTRON_BUILDER_BINARIES_MIRROR: 'http://127.0.0.1:9/',
        CSC_IDENTITY_AUTO_DISCOVERY: 'false',
      },
    },
  );
  const unpacked = join(output, `${system}-${arch === 'x64' ? '' : `${arch}-`}unpacked`);
  return {
    ...result,
    archive: join(unpacked, 'resources/app.asar'),
    binary: join(unpacked, system === 'win' ? 'Causeway.exe' : 'causeway'),
  };
}

async function makeStub(folder: string, system: PackOptions['system']): Promise<void> {
  for (const part of ['resources', 'locales']) {
    await mkdir(join(folder, part), { recursive: true });
  }
  const wire = Buffer.from([1, fuses, ...Buffer.from('1'.repeat(fuses))]);
  const binary = Buffer.concat([Buffer.alloc(64), Buffer.from(sentinel), wire, Buffer.alloc(64)]);
  const name = system === 'win' ? 'electron.exe' : 'electron';
  await writeFile(join(folder, name), binary, { mode: 0o755 });
  for (const file of ['version', 'LICENSE', 'LICENSES.chromium.html']) {
    await writeFile(join(folder, file), 'stub');
  }
}
