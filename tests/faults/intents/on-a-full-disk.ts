/**
 * A process that writes on a small disk of its own: `node on-a-full-disk.ts <directory>`. It fills
 * the disk to the last byte between journal and answer, in several ways, and says in one line of
 * JSON what became of each intent.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { verifyLog } from '../../../src/main/core/audit/verify-log.ts';
import type { WriteOutcome } from '../../../src/main/core/service/outcomes.ts';
import { answerTo, keyOf, openJournal, openReader, requestFor } from './journal.ts';

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new TypeError('directory');
const ballast = join(directory, 'ballast');
const { sqlite, intents, records, audit, failures } = openJournal(directory);
const report: Record<string, unknown> = {};

/** Writes until not one byte more goes onto the disk. */
function fillDisk(): void {
  const file = openSync(ballast, 'a');
  for (let size = 1 << 20; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeSync(file, new Uint8Array(size).fill(1));
    } catch {
      // That much did not fit; half of it may.
    }
  }
  closeSync(file);
}
const emptyDisk = () => rmSync(ballast, { force: true });

const stateOf = (number: number) => ({
  state: intents.get(keyOf(number))?.state,
  isKnown: records.get('virtualAccount', `virtualAccount_${number}`) !== null,
});

// 1. The disk fills up while the answer is under way.
const filled = await intents.run(
  requestFor(1, async () => {
    fillDisk();
    return answerTo(1);
  }),
);
report['oneUnderWay'] = { answered: filled.state, ...stateOf(1) };

// 2. With the disk full nothing new is sent.
let wasSent = false;
const refused = await intents
  .run(
    requestFor(2, async () => {
      wasSent = true;
      return answerTo(2);
    }),
  )
  .catch((error: Error & { isDiskFull?: boolean }) => error);
report['onFull'] = {
  error: refused instanceof Error ? refused.name : refused.state,
  isDiskFull: refused instanceof Error && refused.isDiskFull,
  wasSent,
  inJournal: intents.get(keyOf(2)) !== null,
};

/** Several are under way, and something else takes what space the log has. */
async function fillWhileUnderWay(numbers: readonly number[]) {
  emptyDisk();
  const answers: ((outcome: WriteOutcome) => void)[] = [];
  const underWay = numbers.map((number) =>
    intents.run(requestFor(number, () => new Promise((resolve) => answers.push(resolve)))),
  );
  await new Promise((resolve) => setImmediate(resolve));
  fillDisk();
  let others = 0;
  try {
    for (; others < 100_000; others++) {
      audit.append({ action: 'proof.noise', facts: { others, text: 'y'.repeat(3000) } });
    }
  } catch {
    // The log is full, too: now the worst is reached.
  }
  for (const [index, answer] of answers.entries()) answer(answerTo(numbers[index] ?? 0));
  await Promise.allSettled(underWay);
  return { others, states: numbers.map(stateOf) };
}

// 3. The log can start over.
const free = await fillWhileUnderWay([3, 4, 5, 6]);
report['severalUnderWay'] = free.states;
report['others'] = free.others;
report['audit'] = verifyLog(sqlite).brokenAt;

// 4. Something reads all the while, as a backup does, so that the log can't.
emptyDisk();
const reader = openReader(directory);
reader.exec('BEGIN; SELECT count(*) FROM intents');
report['whileRead'] = (await fillWhileUnderWay([11, 12, 13, 14])).states;
reader.close();

// 5. With space again everything goes on.
emptyDisk();
const again = await intents.run(requestFor(7, async () => answerTo(7)));
report['afterwards'] = again.state;
report['roomHeld'] = sqlite.all('SELECT key FROM intent_room').length;
report['failures'] = failures.length;
sqlite.close();
process.stdout.write(`${JSON.stringify(report)}\n`);
