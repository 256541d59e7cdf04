/**
 * A process that is killed while it writes: `node writer.ts <directory> <first number> [unanswered | <last number>]`.
 * It runs one intent after another and says so on stdout, `settled <number> <state>`. What it "sends" goes into
 * sent.log, written before the answer comes, as a service would know of it.
 */
import { appendFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { WriteOutcome } from '../../../src/main/core/service/outcomes.ts';
import { answerTo, openJournal, requestFor } from './journal.ts';

const [directory, first, how] = process.argv.slice(2);
if (directory === undefined || first === undefined) throw new TypeError('directory, first number');

const { intents } = openJournal(directory);
intents.recover();
const STDOUT = 1;
const outcomes: readonly ((number: number) => WriteOutcome)[] = [
  answerTo,
  answerTo,
  () => ({ kind: 'not-sent', cause: 'name', sentence: 'No such host.' }),
];

// Without a last number there is no end.
for (let number = Number(first); number !== Number(how) + 1; number++) {
  const send = async (): Promise<WriteOutcome> => {
    appendFileSync(join(directory, 'sent.log'), `${number}\n`);
    writeSync(STDOUT, `sent ${number}\n`);
    if (how === 'unanswered') await new Promise((resolve) => setTimeout(resolve, 60_000));
    // Gives the parent a moment in which the answer is under way.
    await new Promise((resolve) => setTimeout(resolve, 2));
    return (outcomes[number % outcomes.length] ?? answerTo)(number);
  };
  const intent = await intents.run(requestFor(number, send));
  writeSync(STDOUT, `settled ${number} ${intent.state}\n`);
}
