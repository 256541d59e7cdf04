/** `npm run conformance`: the cases against our own sandbox, or against any other server. */
import { UsageError } from '../../src/platform/arguments.ts';
import { terminalLines, terminalText } from '../../src/platform/terminal-text.ts';
import { parseArguments, usage } from './arguments.ts';
import type { CaseResult } from './case.ts';
import { requireTestable, Untestable } from './first-check.ts';
import { jsonReport, type Report, textReport } from './report.ts';
import { type ConformanceOptions, prepareConformance } from './run-conformance.ts';
import { startOwnSandbox } from './start-own-sandbox.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

/** Prints each line as its case ends. @returns whether no case failed. */
async function test(options: ConformanceOptions, report: Report): Promise<boolean> {
  const { cases, run } = prepareConformance(options);
  const results: CaseResult[] = [];
  for (const one of cases) {
    const result = await run(one);
    results.push(result);
    // A reason quotes the server.
    console.log(terminalText(report.line(result)));
  }
  console.log(report.sum(results));
  return results.every(({ outcome }) => outcome !== 'failed');
}

async function testOwnSandbox(report: Report): Promise<boolean> {
  const own = await startOwnSandbox();
  try {
    return await test(own.options, report);
  } finally {
    await own.stop();
  }
}

async function main(): Promise<void> {
  const { help, json, target } = parseArguments(process.argv.slice(2));
  if (help) {
    console.log(usage);
    return;
  }
  const report = json ? jsonReport : textReport;
  if (target === null && !json) console.log('Against a sandbox of our own (--help for others):\n');
  if (target !== null) await requireTestable(target);
  const isSound = await (target === null ? testOwnSandbox(report) : test(target, report));
  process.exitCode = isSound ? 0 : FAILED;
}

main().catch((error: unknown) => {
  console.error(
    terminalLines(error instanceof Error ? error.message : 'The run could not be made.'),
  );
  if (error instanceof UsageError) console.error(`\n${usage}`);
  const isUntested = error instanceof UsageError || error instanceof Untestable;
  process.exitCode = isUntested ? WRONG_USAGE : FAILED;
});
