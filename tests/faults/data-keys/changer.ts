/**
 * Changes all keys of a data directory: `node changer.ts <directory> <step>` kills itself before that step (a call of
 * the file system or of SQLite; a write is cut in half), and prints how many steps it took where it gets there.
 * Step `thread` encrypts in a thread, and prints a line when it begins, for whoever kills it from outside.
 */
import { killAtStep } from '../kill-steps.ts';

const [directory = '', at = '0'] = process.argv.slice(2);
const inThread = at === 'thread';
const steps = inThread ? null : killAtStep(Number(at));

const { keyNames, makeScryptCheap, openData } = await import('./data.ts');
makeScryptCheap();
const { vault } = await openData(directory, inThread);
// The recovery copy is brought up to date in the background.
await new Promise((resolve) => setTimeout(resolve, 5));
steps?.begin();
if (inThread) process.stdout.write('begun\n');
for (const name of keyNames) await vault.changeKey(name);
process.stdout.write(`${steps?.taken() ?? 0}\n`);
