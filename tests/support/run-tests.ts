import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { electronBinary } from './browsers.ts';
import { runStaticSteps } from './check-steps.ts';
import { helpWhenAsked } from './help.ts';
import { add, type Counts, describe, judge, NOTHING, readCounts } from './read-counts.ts';
import { readNames, type TestNames } from './read-names.ts';
import { root, runCommand } from './run-command.ts';
import { type Lane, type Suite, stages } from './suites.ts';
import { ensureSystemPackages } from './system-packages.ts';

/**
 * `npm test`: everything there is, on a fresh machine. The last line is the sum of all suites;
 * a failed check or build counts as one failed test each.
 */
helpWhenAsked(`Usage: npm test

Everything there is: what npm run check does, conformance, the keychain, faults, and end to end in
a real Chromium. On Debian as root it installs by apt what it lacks; elsewhere it says what to
install. It takes no options. The exit status is 0 when nothing failed, else 1.
`);
const results = join(root, '.cache/results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

interface Outcome {
  readonly counts: Counts;
  readonly seconds: number;
  readonly names: TestNames;
}

const tally = new Map<string, Outcome>();
const began = performance.now();
// Installing waits for the disk and the network; the static steps need nothing of it.
const [installed, steps] = await Promise.all([installSystem(), runStaticSteps()]);
for (const { name, ok, seconds } of steps) tally.set(name, step(ok, seconds));
if (installed) {
  for (const lanes of stages)
    await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)));
}

console.log('');
for (const [name, { counts, seconds, names }] of tally) {
  console.log(`${name.padEnd(12)} ${describe(counts)}`.padEnd(52), `${seconds.toFixed(0)} s`);
  for (const test of names.skipped) console.log(`  skipped: ${test}`);
  for (const test of names.again) console.log(`  failed once, then passed: ${test}`);
  for (const test of names.failed) console.log(`  failed: ${test}`);
}
if (!electronBinary()) console.log('electron: skipped, no Electron binary on this machine');
const total = [...tally.values()].map(({ counts }) => counts).reduce(add, NOTHING);
console.log(`all of it in ${((performance.now() - began) / 1000).toFixed(0)} s`);
console.log(describe(total));
process.exitCode = total.failed === 0 ? 0 : 1;

async function installSystem(): Promise<boolean> {
  const installed = await ensureSystemPackages();
  tally.set('system', step(installed, (performance.now() - began) / 1000));
  return installed;
}

async function runLane(lane: Lane, isBesideOthers: boolean): Promise<void> {
  for (const suite of lane) tally.set(suite.name, await runSuite(suite, isBesideOthers));
}

/** What a suite says is shown as it comes, or all at once where others run beside it. */
async function runSuite(suite: Suite, isBesideOthers: boolean): Promise<Outcome> {
  const { name, argv, format, givesWay } = suite;
  const report = join(root, suite.report);
  console.log(isBesideOthers ? `… ${name} started` : `\n── ${name}`);
  const { ok, seconds, output } = await runCommand(argv, { givesWay, live: !isBesideOthers });
  if (isBesideOthers) console.log(`\n── ${name}\n${output.trimEnd()}`);
  const counts = readCounts(report, format);
  const judged = judge(counts, ok);
  if (counts === null || counts.passed === 0) console.log(`${name}: ran no tests`);
  console.log(`${name}: ${describe(judged)} in ${seconds.toFixed(0)} s`);
  return { counts: judged, seconds, names: readNames(report, format) };
}

/** A step that is no test suite counts as one test. */
function step(ok: boolean, seconds: number): Outcome {
  const counts = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  return { counts, seconds, names: { skipped: [], failed: [], again: [] } };
}
