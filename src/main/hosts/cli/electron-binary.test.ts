import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { electronBinary, electronInstaller, fetchElectron } from './electron-binary.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'causeway-electron-test-'));
});

afterEach(() => rm(root, { recursive: true }));

async function binary(path: string, at = path): Promise<void> {
  await mkdir(join(root, 'node_modules/electron/dist'), { recursive: true });
  await writeFile(join(root, 'node_modules/electron/path.txt'), path);
  await writeFile(join(root, 'node_modules/electron/dist', at), '');
}

describe("Electron's binary", () => {
  it('is found where its installer has left it', async () => {
    await binary('electron');
    expect(electronBinary(root)).toBe(join(root, 'node_modules/electron/dist/electron'));
  });

  it('is not here without the package, nor where only its name is', async () => {
    expect(electronBinary(root)).toBeNull();
    await binary('electron', 'something-else');
    expect(electronBinary(root)).toBeNull();
  });
});

/** Runs a stand-in for the installer; `beat` is how often it may be silent, in milliseconds. */
async function fetchWith(script: string, patience = 1_200) {
  const installer = join(root, 'install.cjs');
  await writeFile(
    installer,
    `const fs=require('node:fs'),os=require('node:os'),root=${JSON.stringify(root)};${script}`,
  );
  const progress: number[] = [];
  const outcome = await fetchElectron({
    installer,
    unpacksTo: join(root, 'dist'),
    patience,
    onProgress: (bytes) => progress.push(bytes),
  });
  return { outcome, progress };
}

/** Beats of a twelfth of the patience, and longer in all than it. */
const beats = (work: string) =>
  `let n=0;const t=setInterval(()=>{${work};if(++n===20){clearInterval(t)}},100);`;

describe('fetching it', () => {
  it('takes as long as it moves, on disk', async () => {
    const { outcome, progress } = await fetchWith(
      beats(`fs.appendFileSync(os.tmpdir()+'/electron.zip','x'.repeat(1000))`),
    );
    expect(outcome).toBe('fetched');
    expect(Math.max(...progress)).toBeGreaterThanOrEqual(5_000);
  });

  it('takes as long as it moves, while it unpacks', async () => {
    const script = beats(
      `fs.mkdirSync(root+'/dist/a',{recursive:true});fs.writeFileSync(root+'/dist/a/'+n,'xx')`,
    );
    expect((await fetchWith(script)).outcome).toBe('fetched');
  });

  it('takes as long as it speaks', async () => {
    expect((await fetchWith(beats(`process.stdout.write('.')`))).outcome).toBe('fetched');
  });

  it('is given up without progress, and the installer is ended', async () => {
    const { outcome } = await fetchWith(
      `fs.writeFileSync(root+'/pid',String(process.pid));fs.writeFileSync(root+'/tmp',os.tmpdir());setInterval(()=>{},1000)`,
    );
    expect(outcome).toBe('stalled');
    const pid = Number(await readFile(join(root, 'pid'), 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(existsSync(await readFile(join(root, 'tmp'), 'utf8'))).toBe(false);
  });

  it('is given up when its installer fails', async () => {
    expect((await fetchWith('process.exit(1)')).outcome).toBe('failed');
    expect((await fetchWith('throw new Error("no network")')).outcome).toBe('failed');
  });

  it('runs the installer of the package, for fifteen seconds of silence', () => {
    const { installer, patience } = electronInstaller(join(import.meta.dirname, '../../../..'));
    expect(existsSync(installer)).toBe(true);
    expect(patience).toBeUndefined();
  });
});
