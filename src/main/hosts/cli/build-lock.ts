/** One build at a time in a folder, whoever started it. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Runs the work while no other process holds the lock. A lock whose process is gone is taken over. */
export async function whileHolding<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  while (!(await take(file))) {
    if (await isAbandoned(file)) await rm(file, { force: true });
    else await pause(100);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** A link appears whole, with the process in it, or not at all. */
async function take(file: string): Promise<boolean> {
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  const pid = Number(await readFile(file, 'utf8').catch(() => String(process.pid)));
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
