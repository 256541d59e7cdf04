import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { smallProcess } from './small-process.ts';

/** Prints the most memory for what is new that V8 took in a thread, in MiB, and what of the environment is left. */
const program = (first: string) => `
  import { Worker } from 'node:worker_threads';
  ${first}
  const thread = (v8, { parentPort }) => {
    let [kept, most] = [[], 0];
    for (let turn = 0; turn < 300_000; turn += 1) {
      kept.push({ turn });
      if (kept.length > 50_000) kept = [];
      if (turn % 1_000 > 0) continue;
      const space = v8.getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
      most = Math.max(most, space.space_size / 2 ** 20);
    }
    parentPort.postMessage(most);
  };
  const modules = ['v8', 'worker_threads'].map((name) => 'process.getBuiltinModule("' + name + '")');
  const worker = new Worker('(' + thread + ')(' + modules + ')', {
    eval: true,
    resourceLimits: { maxYoungGenerationSizeMb: 1 },
  });
  worker.on('message', (most) => console.log(JSON.stringify([most, process.env.MALLOC_ARENA_MAX ?? null])));`;

const keeping = `
  import { keepSmallnessHere } from ${JSON.stringify(new URL('./small-process.ts', import.meta.url).href)};
  keepSmallnessHere();`;

it('leaves threads their own bounds, and other programs as they are', () => {
  const run = (first: string): unknown => {
    const { stdout } = spawnSync(
      process.execPath,
      [...smallProcess.options, '--input-type=module', '--eval', program(first)],
      { encoding: 'utf8', env: { ...process.env, ...smallProcess.variables } },
    );
    return JSON.parse(stdout);
  };
  const [without] = run('') as [number];
  const [most, variable] = run(keeping) as [number, unknown];
  expect(most).toBeLessThan(without);
  expect(variable).toBeNull();
});
