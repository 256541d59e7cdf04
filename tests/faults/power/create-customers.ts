/**
 * The sandbox in a process that asks it for customers: `node create-customers.ts <folder> <count>`. It
 * says `created <id>` on stdout for each that was answered.
 */
import { writeSync } from 'node:fs';
import { startSandbox } from '../../../src/sandbox/testing/harness.ts';

const [dataDir, count] = process.argv.slice(2);
if (dataDir === undefined || count === undefined) throw new TypeError('folder, count');

await using sandbox = await startSandbox({ dataDir });
for (let made = 0; made < Number(count); made++) {
  const { body } = await sandbox.post('/v2/customer', { type: 'individual' });
  writeSync(1, `created ${body.id}\n`);
}
