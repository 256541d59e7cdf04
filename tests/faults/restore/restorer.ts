/**
 * Restores a backup into a new folder: `node restorer.ts <directory> <folder> <step>` kills itself before that step, or
 * prints how many it took.
 */
import { killAtStep } from '../kill-steps.ts';

const [directory = '', folder = '', at = '0'] = process.argv.slice(2);
const steps = killAtStep(Number(at));
const { restore } = await import('./data.ts');
steps.begin();
await restore(directory, folder);
process.stdout.write(`${steps.taken()}\n`);
