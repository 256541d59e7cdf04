/**
 * One batch in a process of its own, so that several run side by side and a crash ends none but its own:
 * `node run-batch.ts <name of the proof> <batch>` prints the report as JSON.
 */
import { proofs } from './proofs.ts';

const [name, batch] = process.argv.slice(2);
const proof = proofs.find((one) => one.name === name);
if (proof === undefined) throw new TypeError('name of a proof, batch');
const report = await proof.run(Number(batch));
process.stdout.write(JSON.stringify(report));
