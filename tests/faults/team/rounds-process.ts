/**
 * Rounds in a process of its own: `node rounds-process.ts <seed> <rounds> <disks | folders> <folder of the
 * database> <folder of each computer …>` prints the report as JSON. The
 * database lies where the system has its temporary files.
 */
import { disturbedRounds } from './rounds.ts';

const [seed, rounds, kind, database, ...desks] = process.argv.slice(2);
if (database === undefined) throw new TypeError('seed, rounds, disks or folders, folders');
const report = await disturbedRounds({
  seed: Number(seed),
  rounds: Number(rounds),
  folders: [database, ...desks],
  areDisks: kind === 'disks',
});
process.stdout.write(JSON.stringify(report));
process.exit();
