import { type CommandResult, runCommand } from './run-command.ts';

interface Step {
  readonly name: string;
  readonly argv: readonly string[];
}

const lint: Step = { name: 'lint', argv: ['biome', 'ci', '--colors=off', '--error-on-warnings'] };
// The compiler that is a program of its own: half the time, and with one checker two fifths of the processor.
const types: Step = {
  name: 'types',
  argv: [
    'node',
    'node_modules/typescript-native/bin/tsc',
    '-b',
    '--checkers',
    '1',
    '--pretty',
    'false',
  ],
};
const imports: Step = { name: 'imports', argv: ['node', 'tests/support/check-imports.ts'] };
const unused: Step = { name: 'unused', argv: ['knip', '--no-progress'] };
const unit: Step = {
  name: 'unit',
  argv: [
    'vitest',
    'run',
    '--project',
    'unit',
    '--project',
    'page',
    '--project',
    'support',
    '--project',
    'rules',
    '--maxWorkers=100%',
    '--reporter',
    'dot',
  ],
};

const build: Step = { name: 'build', argv: ['npm', 'run', 'build'] };

/** Two lanes for two cores; the long steps lead. */
const staticLanes: readonly (readonly Step[])[] = [
  [types, unused],
  [lint, imports, build],
];

export interface StepResult extends CommandResult {
  readonly name: string;
}

/** Runs the static checks and the build, without which each thread of a test compiles its sources. */
export async function runStaticSteps(): Promise<StepResult[]> {
  return (await Promise.all(staticLanes.map(runLane))).flat();
}

/** Runs the tests beside the sources, on every processor. */
export const runUnitStep = (): Promise<StepResult[]> => runLane([unit]);

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
