/**
 * Deposit sheets in one PDF, made by a process of its own and measured: `node sheets-run.ts <directory> <sheets>`.
 * Prints one line of JSON.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openChosenFile } from '../../src/main/core/exports/places.ts';
import {
  accountDetail,
  plainStyle,
} from '../../src/main/features/deposit-sheets/testing/accounts.ts';
import { writeSheets } from '../../src/main/features/deposit-sheets/write-sheets.ts';
import { startSheetThread } from '../../src/main/features/deposit-sheets/writing/start-thread.ts';
import { systemRandom } from '../../src/platform/random.ts';

const [directory = '', count = ''] = process.argv.slice(2);
const path = join(directory, 'sheets.pdf');
const ids = Array.from({ length: Number(count) }, (_none, at) => `virtualAccount_${at}`);

const make = (some: readonly string[]) =>
  writeSheets(
    {
      startThread: startSheetThread,
      reads: {
        list: () => Promise.reject(new Error('Accounts are named by their IDs.')),
        get: (id) => Promise.resolve(accountDetail({ id, customerName: `Customer ${id}` })),
        followed: () => Promise.resolve(),
        concerns: () => [],
      },
    },
    { style: plainStyle, format: 'pdf', packing: 'one' },
    some,
    {
      open: () => openChosenFile(path, systemRandom),
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onLeftOut({ reasons }) {
        throw new Error(reasons.join(' '));
      },
    },
  );

/** By its own time on the processor: others on this machine hold up everybody. */
function longestTurn(): { readonly end: () => number } {
  let longest = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
  }, 1);
  return {
    end() {
      clearInterval(timer);
      return longest;
    },
  };
}

await make(ids.slice(0, 1));
const began = performance.now();
const turns = longestTurn();
await make(ids);
const longestMs = turns.end();
const allMs = performance.now() - began;
process.stdout.write(`${JSON.stringify({ allMs, longestMs, bytes: statSync(path).size })}\n`);
