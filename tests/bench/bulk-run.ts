/**
 * One bulk run in a process of its own, measured: `node bulk-run.ts <directory> <rows> <base URL>
 * <token> <control URL> <control token> <limit a second, 0 for none>`. Prints one line of JSON.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { createLog } from '../../src/main/core/foundation/log.ts';
import { createNodeFetch } from '../../src/main/core/service/node-fetch.ts';
import { accountsFile } from '../faults/bulk/accounts-file.ts';
import { atRest, checkedDraft, openBulkHost, startDraft } from '../faults/bulk/host.ts';

const [
  directory = '',
  rows = '',
  baseUrl = '',
  token = '',
  controlUrl = '',
  controlToken = '',
  limit,
] = process.argv.slice(2);

async function post(url: string, bearer: string, body: unknown, method = 'POST'): Promise<unknown> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  return await answer.json();
}

const customers: string[] = [];
while (customers.length < 200) {
  const made = await post(`${baseUrl}/v2/customer`, token, { type: 'individual' });
  customers.push(z.looseObject({ id: z.string() }).parse(made).id);
}
if (Number(limit) > 0) {
  await post(
    `${controlUrl}/settings`,
    controlToken,
    { rateLimitPerSecond: Number(limit) },
    'PATCH',
  );
}
const content = accountsFile(Number(rows), customers);
// As the browser host calls a service.
const log = createLog({ level: 'error', destination: process.stderr });
const network = createNodeFetch({ environment: {}, log });
const service = { baseUrl, token, fetch: network.fetch };
const host = openBulkHost(directory, service);
const { bulk, files } = host;

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const begun = performance.now();
const draft = await checkedDraft(bulk, content);
const checked = performance.now();
const { id } = await startDraft(bulk, draft);
const run = await atRest(bulk, id);
const sent = performance.now();
const file = bulk.file({ what: 'result', runId: id }, 'csv');
while (files.get(file.id).status === 'running') {
  await new Promise((resolve) => setTimeout(resolve, 5));
}
const written = performance.now();
delay.disable();
const result = files.get(file.id);
if (run.state !== 'done' || result.status !== 'done') {
  throw new Error(`The run is ${run.state}, the result ${result.status}.`);
}
await host.close();
network.dispose();
process.stdout.write(
  `${JSON.stringify({
    rows: run.total,
    created: run.counts.created,
    checkedMs: checked - begun,
    sentMs: sent - checked,
    writtenMs: written - sent,
    longestBlockMs: delay.max / 1_000_000,
  })}\n`,
);
