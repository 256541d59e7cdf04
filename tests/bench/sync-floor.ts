/**
 * What the disk alone takes: `node sync-floor.ts <directory> <rate> <seconds>` overwrites a file that
 * does not grow, as a write-ahead log does, and forces it to the disk, at a rate. One write and one
 * fdatasync for all that is due, measured alone. One line of JSON on stdout.
 */
import { fdatasyncSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { quantiles } from './statistics.ts';

const [directory, rate, seconds] = process.argv.slice(2);
if (directory === undefined || rate === undefined || seconds === undefined) {
  throw new TypeError('directory, rate, seconds');
}

/** What one delivery adds to the log: four pages of 4,096 bytes, each with its header of 24. */
const APPENDED = Buffer.alloc(4 * 4_120, 7);
/** Appends until the file is used from its beginning again. */
const TURN = 250;

const file = openSync(join(directory, 'floor'), 'w');
for (let index = 0; index < TURN; index += 1) writeSync(file, APPENDED);
fsyncSync(file);

const took: number[] = [];
const startedAt = performance.now();
const last = Number(rate) * Number(seconds);
for (let done = 0, writes = 0; done < last; ) {
  const now = performance.now();
  const owed = Math.min(last, Math.floor(((now - startedAt) * Number(rate)) / 1000) + 1);
  if (owed > done) {
    const began = performance.now();
    writeSync(file, APPENDED, 0, APPENDED.length, (writes % TURN) * APPENDED.length);
    fdatasyncSync(file);
    writes += 1;
    took.push(performance.now() - began);
    done = owed;
  } else {
    await wait(1);
  }
}
process.stdout.write(`${JSON.stringify(quantiles(took))}\n`);
