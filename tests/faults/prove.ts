/**
 * `npm run prove`: the fault and load runs of the tests at full counts, batches side by side; those that
 * measure time or memory come last and have a processor each. What is done is kept under .cache/prove by
 * commit, so a run that was stopped goes on; figures go to docs/proofs.md. `-- --only TEXT` takes the
 * proofs whose name holds the text; `-- --batches N` stops after N each; `-- --lanes N` runs so many side
 * by side.
 */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { environmentWith } from '../support/environment.ts';
import { helpWhenAsked } from '../support/help.ts';
import { root } from '../support/run-command.ts';
import { keepReports } from './kept-reports.ts';
import { type BatchReport, type Proof, progressOf } from './proof.ts';
import { proofs } from './proofs.ts';
import { proofsPage } from './proofs-page.ts';

helpWhenAsked(`Usage: npm run prove [-- options]

The fault and load runs of the tests at full counts. What is done is kept by commit, so a run that
was stopped goes on. Figures go to docs/proofs.md.

  --only TEXT   the proofs whose name holds the text:
${proofs.map(({ name }) => `                  ${name}`).join('\n')}
  --batches N   stop after N batches of each
  --lanes N     batches side by side (default: one more than processors); those that measure time or
                memory have a processor each
  --help        show this

Nothing has to be built before. The power cut needs strace, the tunnel cuts sshd and nginx, those of
relays and teams PostgreSQL; disks of a team fill up where root may mount some.
`);

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    batches: { type: 'string' },
    lanes: { type: 'string' },
  },
});
const most = values.batches === undefined ? Number.POSITIVE_INFINITY : Number(values.batches);

const page = 'docs/proofs.md';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim();

/** The commit, and what differs from it: progress counts only for the very same files. */
function edition(): string {
  const commit = git('rev-parse', '--short=12', 'HEAD');
  const changes = git('diff', 'HEAD', '--', '.', `:(exclude)${page}`);
  if (changes === '') return commit;
  return `${commit}-${createHash('sha256').update(changes).digest('hex').slice(0, 12)}`;
}

const kept = keepReports(join(root, '.cache/prove', edition()));
const script = join(root, 'tests/faults/run-batch.ts');
// Hundreds of processes start from sources: what was compiled for one is there for the next.
const env = environmentWith({ NODE_COMPILE_CACHE: join(root, '.cache/node') });

interface Task {
  readonly proof: Proof;
  readonly batch: number;
}

async function runBatch({ proof, batch }: Task): Promise<BatchReport> {
  const args = [script, proof.name, String(batch)];
  const running = promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 28 });
  running.child.stderr?.pipe(process.stderr);
  return JSON.parse((await running).stdout) as BatchReport;
}

/** A batch that ended by itself proves nothing, and is made again by the next run. */
let hasFailed = false;

async function prove(task: Task): Promise<void> {
  const { proof, batch } = task;
  const began = performance.now();
  try {
    kept.keep(proof, batch, await runBatch(task));
  } catch (error) {
    hasFailed = true;
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${proof.name}: batch ${batch} failed: ${why}\n`);
    return;
  }
  const { done, breaches } = progressOf(kept.of(proof));
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(
    `${proof.name}: ${done} of ${proof.batches} (${seconds} s), ${breaches.length} breaches\n`,
  );
}

/** So many at a time. */
async function proveAll(tasks: readonly Task[], lanes: number): Promise<void> {
  const left = tasks.values();
  const lane = async (): Promise<void> => {
    for (const task of left) await prove(task);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const wanted = proofs.filter(({ name }) => name.includes(values.only));
const tasks = wanted.flatMap((proof) =>
  kept
    .missing(proof)
    .slice(0, most)
    .map((batch): Task => ({ proof, batch })),
);
// Batches wait at times, for a timer or the disk: one more than processors keeps those busy.
const lanes = Number(values.lanes ?? availableParallelism() + 1);
await proveAll(
  tasks.filter(({ proof }) => proof.isMeasured !== true),
  lanes,
);
await proveAll(
  tasks.filter(({ proof }) => proof.isMeasured === true),
  Math.min(lanes, availableParallelism()),
);

const known = proofs.map((proof) => ({ proof, progress: progressOf(kept.of(proof)) }));
const at = `${edition()}, ${cpus()[0]?.model}, ${loadavg()[0]?.toFixed(1)}`;
const file = join(root, page);
writeFileSync(file, proofsPage(known, at, readFileSync(file, 'utf8')));
const breaches = wanted.flatMap((proof) => progressOf(kept.of(proof)).breaches);
for (const breach of breaches) process.stdout.write(`  ${breach}\n`);
process.exitCode = hasFailed || breaches.length > 0 ? 1 : 0;
