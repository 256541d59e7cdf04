/** Merges a hand-over file: `node merger.ts <folder> <step>` kills itself before that step, or prints how many it took. */
import { killAtStep } from '../kill-steps.ts';

const [folder = '', at = '0'] = process.argv.slice(2);
const steps = killAtStep(Number(at));
const { mergeData } = await import('./data.ts');
steps.begin();
mergeData(folder);
process.stdout.write(`${steps.taken()}\n`);
