import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('a failure that nobody awaited is logged and ends nothing; an exception ends it', () => {
  const from = new URL('./unawaited.ts', import.meta.url).href;
  const run = (how: string) =>
    spawnSync(
      process.execPath,
      [
        ...['--input-type=module', '--eval'],
        `const { logUnawaited } = await import('${from}');
         logUnawaited({ error: ({ err }) => console.log('logged', err.message) });
         setTimeout(() => console.log('goes on'), 50);
         ${how}`,
      ],
      { encoding: 'utf8' },
    );
  expect(run(`void Promise.reject(new Error('full'));`)).toMatchObject({
    ...{ status: 0, stdout: 'logged full\ngoes on\n' },
  });
  expect(run(`setTimeout(() => { throw new Error('full'); });`)).toMatchObject({
    ...{ status: 1, stdout: '' },
  });
});
