/** What a run prints: a line for each case, and a sum at the end. */
import type { CaseResult, Outcome } from './case.ts';

export interface Report {
  line(result: CaseResult): string;
  sum(results: readonly CaseResult[]): string;
}

const marks: Readonly<Record<Outcome, string>> = { passed: '✔', failed: '✘', skipped: '–' };

const count = (results: readonly CaseResult[], outcome: Outcome): number =>
  results.filter((result) => result.outcome === outcome).length;

export const textReport: Report = {
  line: ({ outcome, section, name, reason }) =>
    `${marks[outcome]} ${section}  ${name}${reason === null ? '' : `: ${reason}`}`,
  sum: (results) =>
    `\n${results.length} cases: ${count(results, 'passed')} passed, ` +
    `${count(results, 'failed')} failed, ${count(results, 'skipped')} skipped`,
};

export const jsonReport: Report = {
  line: (result) => JSON.stringify(result),
  sum: (results) =>
    JSON.stringify({
      cases: results.length,
      passed: count(results, 'passed'),
      failed: count(results, 'failed'),
      skipped: count(results, 'skipped'),
    }),
};
