import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';

/** The tests of a suite that its reader has to hear of, by name. */
export interface TestNames {
  /** Why stands in a test's name, or with Playwright in what the skip itself says. */
  readonly skipped: readonly string[];
  /** With what it said, on lines of its own. */
  readonly failed: readonly string[];
  /** Failed, and passed when they were tried once more. */
  readonly again: readonly string[];
}

const NONE: TestNames = { skipped: [], failed: [], again: [] };

type Kind = keyof TestNames;

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      /** Failed without a failed test: the file did not load. */
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          /** Also those of an attempt that was followed by one that passed. */
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

const annotation = z.object({ type: z.string(), description: z.string().optional() });

const playwrightSpec = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      annotations: z.array(annotation),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
});

const playwrightSuite = z.object({
  title: z.string(),
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const playwrightReport = z.object({ suites: z.array(playwrightSuite) });

/** Reads the names from a JSON reporter's file; none when there is no whole report. */
export function readNames(file: string, format: 'vitest' | 'playwright'): TestNames {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return format === 'vitest'
      ? namesOfVitest(vitestReport.parse(report))
      : namesOfPlaywright(playwrightReport.parse(report));
  } catch {
    return NONE;
  }
}

const kindOfVitest: Readonly<Record<string, Kind>> = {
  skipped: 'skipped',
  pending: 'skipped',
  todo: 'skipped',
  failed: 'failed',
};

function namesOfVitest({ testResults }: z.infer<typeof vitestReport>): TestNames {
  const named = testResults.flatMap(({ name, status, assertionResults }) => {
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed'))
      return [{ kind: 'failed' as const, name }];
    return assertionResults.flatMap((test) => {
      const wasTriedAgain = test.status === 'passed' && test.failureMessages.length > 0;
      const kind = wasTriedAgain ? 'again' : kindOfVitest[test.status];
      if (kind === undefined) return [];
      const name = test.status === 'todo' ? `${test.fullName} (todo)` : test.fullName;
      return [{ kind, name: name + saidBy(test.failureMessages) }];
    });
  });
  return byKind(named);
}

interface Named {
  readonly kind: Kind;
  readonly name: string;
}

const kindOfPlaywright: Readonly<Record<string, Kind>> = {
  skipped: 'skipped',
  unexpected: 'failed',
  flaky: 'again',
};

const namesOfPlaywright = ({ suites }: z.infer<typeof playwrightReport>): TestNames =>
  byKind(suites.flatMap((suite) => namesOf(suite, '')));

function namesOf(
  { title, specs, suites = [] }: z.infer<typeof playwrightSuite>,
  before: string,
): Named[] {
  const path = `${before}${title} › `;
  const own = specs.flatMap((spec) =>
    spec.tests.flatMap(({ status, projectName, annotations, results }) => {
      const kind = kindOfPlaywright[status];
      if (kind === undefined) return [];
      const reasons = annotations.flatMap(({ description }) => description ?? []);
      const why = reasons.length > 0 ? ` (${[...new Set(reasons)].join('; ')})` : '';
      const said = saidBy(
        results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
      );
      return [{ kind, name: `[${projectName}] ${path}${spec.title}${why}${said}` }];
    }),
  );
  return [...own, ...suites.flatMap((suite) => namesOf(suite, path))];
}

/** As much as tells where to look: of a report that is cut from above, this is what is left. */
const linesSaid = 24;

const saidBy = (messages: readonly string[]): string =>
  [...new Set(messages)]
    .flatMap((message) => stripVTControlCharacters(message).split('\n').slice(0, linesSaid))
    .map((line) => `\n    ${line}`)
    .join('');

function byKind(named: readonly Named[]): TestNames {
  const of = (wanted: Kind) => named.flatMap(({ kind, name }) => (kind === wanted ? name : []));
  return { skipped: of('skipped'), failed: of('failed'), again: of('again') };
}
