/**
 * A process that sends a bulk run, as a person has it do, until it is killed:
 * `node run-process.ts <directory> <base URL>`, the token as the first line of stdin, since arguments
 * are anybody's to read; the file in `<directory>/accounts.csv`. Then one line a command,
 * `<number> <look | start | go-on | pause | stop> <most>`: after so many requests it waits for the next
 * command, however long a busy machine takes to give that. It says on stdout `sent <row>` before each
 * request, `kept` for each answer that came on a connection used before, and once a command was obeyed and nothing is sent any more how the newest run rests:
 * `rests <number> <state> <unsent> <id>`.
 */
import diagnostics from 'node:diagnostics_channel';
import { readFileSync, writeSync } from 'node:fs';
import { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { BulkRun } from '../../../src/bridge/bulk.ts';
import { createLog } from '../../../src/main/core/foundation/log.ts';
import { createNodeFetch } from '../../../src/main/core/service/node-fetch.ts';
import { rowOf } from './accounts-file.ts';
import { atRest, checkedDraft, openBulkHost, startDraft } from './host.ts';

const [directory, baseUrl] = process.argv.slice(2);
if (directory === undefined || baseUrl === undefined) throw new TypeError('directory, base URL');
const file = join(directory, 'accounts.csv');
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const token = String((await lines.next()).value);
// At once, so that a kill loses no line.
const say = (line: string): void => void writeSync(1, `${line}\n`);

/** Requests that may leave before the next command, which lets those go that wait. */
let allowed = 0;
let onCommand = Promise.withResolvers<void>();

/** As the program sends: on kept connections, where the service stands on this computer. */
const node = createNodeFetch({
  environment: {},
  log: createLog({ level: 'error', destination: process.stderr }),
});
diagnostics.subscribe('http.client.response.finish', (message) => {
  const { request } = z.looseObject({ request: z.instanceof(ClientRequest) }).parse(message);
  if (request.reusedSocket) say('kept');
});

const host = openBulkHost(directory, {
  baseUrl,
  token,
  fetch: async (input, init) => {
    while (allowed <= 0) await onCommand.promise;
    allowed -= 1;
    const { walletAddress } = JSON.parse(String(init?.body)) as { walletAddress: string };
    say(`sent ${rowOf(walletAddress)}`);
    return await node.fetch(input, init);
  },
});
const { runs } = host.bulk;
const newest = (): BulkRun | null => runs.list({ offset: 0, limit: 1 }).rows[0] ?? null;

async function start(): Promise<void> {
  const draft = await checkedDraft(host.bulk, readFileSync(file, 'utf8'));
  await startDraft(host.bulk, draft);
}

async function obey(command: string): Promise<void> {
  if (command === 'start') await start();
  const run = newest();
  if (run === null) return;
  if (command === 'go-on') await runs.goOn(run.id, null);
  if (command === 'pause') runs.pause(run.id);
  if (command === 'stop') await runs.stop(run.id);
  await atRest(host.bulk, run.id);
}

/** A person may pause or stop what an earlier command has begun, so nobody waits for that one. */
const obeyed: Promise<void>[] = [];
for await (const line of { [Symbol.asyncIterator]: () => lines }) {
  const [number, command = '', most] = line.split(' ');
  allowed = Number(most);
  onCommand.resolve();
  onCommand = Promise.withResolvers<void>();
  const done = obey(command).then(() => {
    const run = newest();
    say(`rests ${number} ${run?.state ?? 'none'} ${run?.counts.unsent ?? 0} ${run?.id ?? '-'}`);
  });
  obeyed.push(done);
}
// Nobody tells it anything any more, also where nobody is left.
allowed = Number.POSITIVE_INFINITY;
onCommand.resolve();
await Promise.all(obeyed);
await host.close();
node.dispose();
