import { type CommandResult, runCommand } from './run-command.ts';

interface Step {
  readonly name: string;
  readonly argv: readonly string[];
}

const lint: Step = { name: 'lint', argv: ['biome', 'ci', '--colors=off', '--error-on-warnings'] };
const types: Step = { name: 'types', argv: ['tsc', '-b', '--pretty', 'false'] };
const imports: Step = { name: 'imports', argv: ['node', 'tests/support/check-imports.ts'] };
const unused: Step = { name: 'unused', argv: ['knip', '--no-progress'] };
const unit: Step = {
  name: 'unit',
  argv: [
    ...['vitest', 'run', '--project', 'unit', '--project', 'support', '--project', 'rules'],
    ...['--reporter', 'dot'],
  ],
};

const build: Step = { name: 'build', argv: ['npm', 'run', 'build'] };

/** Two lanes for two cores; the long steps lead. */
const builtLanes: readonly (readonly Step[])[] = [[types], [lint, imports, unused, build]];
const allLanes: readonly (readonly Step[])[] = [
  [types, unused],
  [lint, imports, unit],
];

export interface StepResult extends CommandResult {
  readonly name: string;
}

/** Runs the static checks: with the unit tests, or with the build that the suites of `npm test` need. */
export async function runCheckSteps(more: 'unit' | 'build'): Promise<StepResult[]> {
  const lanes = more === 'unit' ? allLanes : builtLanes;
  const results = await Promise.all(lanes.map(runLane));
  return results.flat();
}

async function runLane(steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    console.log(`… ${step.name} started`);
    const result = { name: step.name, ...(await runCommand(step.argv)) };
    console.log(`${result.ok ? '✔' : '✘'} ${step.name} ${result.seconds.toFixed(1)} s`);
    if (!result.ok) console.log(result.output.trimEnd());
    results.push(result);
  }
  return results;
}
