/**
 * A process that writes by the real path while the service and its line go wrong:
 * `node faulty-writer.ts <directory> <base URL> <customer id> <ms>`. An answer that takes longer than
 * these milliseconds is a timeout like any other. The first line on stdin
 * is the token; then one line a write, `<number> <repeats or -> <base URL or ->`, is answered by
 * `<number> <state>`.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { virtualAccountFingerprint } from '../../../src/main/core/creates/fingerprints.ts';
import { virtualAccountEffects } from '../../../src/main/core/creates/response-effects.ts';
import { createLog } from '../../../src/main/core/foundation/log.ts';
import { createApprovalsPlace } from '../../../src/main/core/intents/approvals.ts';
import { createClaimsPlace } from '../../../src/main/core/intents/claims.ts';
import { write } from '../../../src/main/core/intents/write-path.ts';
import { createServiceClient } from '../../../src/main/core/service/service-client.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { inputOf, keyOfWrite } from './faulty-writes.ts';
import { openJournal } from './journal.ts';

const [directory, usualUrl, customerId, writeMs] = process.argv.slice(2);
if (
  directory === undefined ||
  usualUrl === undefined ||
  customerId === undefined ||
  writeMs === undefined
) {
  throw new TypeError('directory, base URL, customer id, milliseconds');
}

const STDOUT = 1;

const log = createLog({ level: 'silent', destination: { write: () => undefined } });
const { intents } = openJournal(directory);
intents.recover();
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const first = await lines.next();
const token = first.done === true ? null : first.value;
let baseUrl = usualUrl;
const client = createServiceClient({
  baseUrl: () => baseUrl,
  token: async () => token,
  fetch: globalThis.fetch,
  clock: systemClock,
  random: systemRandom,
  log,
  timeouts: { writeMs: Number(writeMs) },
});

writeSync(STDOUT, 'ready\n');
for await (const line of { [Symbol.asyncIterator]: () => lines }) {
  const [number = '', repeats = '-', url = '-'] = line.split(' ');
  baseUrl = url === '-' ? usualUrl : url;
  const input = inputOf(Number(number), customerId);
  const isAgain = repeats !== '-';
  const key = keyOfWrite(Number(number), isAgain ? 1 : 0);
  await write(
    {
      key,
      operation: 'createVirtualAccount',
      input,
      confirmed: [],
      repeats: isAgain ? repeats : null,
      fingerprint: virtualAccountFingerprint(input),
      alikeRecords: () => [],
      topic: 'virtual-accounts',
      question: 'A second one?',
      send: () => client.createVirtualAccount(input),
      onAnswer: virtualAccountEffects(systemClock),
    },
    {
      intents,
      writeBlock: async () => null,
      approvals: createApprovalsPlace(),
      claims: createClaimsPlace(),
      notify: () => undefined,
    },
  ).catch(() => undefined);
  writeSync(STDOUT, `${number} ${intents.get(key)?.state ?? 'nothing'}\n`);
}
