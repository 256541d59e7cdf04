/** One suite of `npm test`. */
export interface Suite {
  readonly name: string;
  readonly argv: readonly string[];
  /** Where its reporter writes what happened, under `.cache/results`. */
  readonly report: string;
  readonly format: 'vitest' | 'playwright';
  /** Leaves the processor to what runs beside it and wants it, which mostly waits. */
  readonly givesWay: boolean;
}

/** `parallel`: its files share nothing, so that every processor has one to run. */
function vitest(name: string, { keyring = false, parallel = false, givesWay = false } = {}): Suite {
  const report = `.cache/results/${name}.json`;
  return {
    name,
    report,
    givesWay,
    format: 'vitest',
    argv: [
      ...(keyring ? ['node', 'tests/support/with-keyring.ts'] : []),
      'vitest',
      'run',
      '--project',
      name,
      ...(parallel ? ['--maxWorkers=100%'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  };
}

/** Suites that run one after the other. */
export type Lane = readonly Suite[];

/**
 * What runs after what; the lanes of a stage run beside each other: what mostly waits, for a database,
 * a disk or a clock, beside what computes. A suite named here that runs no test fails `npm test`.
 */
export const stages: readonly (readonly Lane[])[] = [
  [
    [
      vitest('unit', { parallel: true, givesWay: true }),
      vitest('page', { parallel: true, givesWay: true }),
      vitest('conformance', { parallel: true, givesWay: true }),
    ],
    [vitest('postgres'), vitest('tunnels')],
  ],
  [
    [vitest('faults', { parallel: true }), vitest('keychain', { keyring: true })],
    [vitest('built'), vitest('support'), vitest('rules'), vitest('packaging')],
  ],
  [
    [
      {
        name: 'e2e',
        report: '.cache/results/e2e.json',
        format: 'playwright',
        givesWay: false,
        argv: ['node', 'tests/support/with-keyring.ts', 'playwright', 'test'],
      },
    ],
  ],
];
