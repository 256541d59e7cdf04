/**
 * A process that receives until it is ended: `node serve.ts <directory>`. Says where it listens on
 * stdout; on SIGUSR2 how much memory it takes; on SIGTERM it stops in order and says what it did.
 */
import { writeSync } from 'node:fs';
import { startProofReceiver } from './host.ts';

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new TypeError('directory');

const { inbox, receiver } = await startProofReceiver(directory);
const STDOUT = 1;
const say = (line: object) => writeSync(STDOUT, `${JSON.stringify(line)}\n`);
say({ port: receiver.port, pid: process.pid });
process.on('SIGUSR2', () => say({ resident: process.memoryUsage.rss() }));
process.once('SIGTERM', async () => {
  await receiver.stop();
  await inbox.close();
  say(receiver.stats());
});
