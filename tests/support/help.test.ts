import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { root, runCommand } from './run-command.ts';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

// The sandbox and the listener are built first, which is not for a unit test: theirs is tested apart.
it.each([
  'start',
  'dev',
  'build',
  'restore',
  'team',
  'conformance',
  'bench',
  'prove',
  'openapi',
  'test',
  'check',
])(
  'npm run %s -- --help says what it does, and does nothing else',
  async (name) => {
    const argv = (scripts[name] ?? '').replace(/^exec /, '').split(' ');
    const { ok, output } = await runCommand([...argv, '--help']);
    expect(output).toContain(
      name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`,
    );
    expect(ok).toBe(true);
  },
  30_000,
);
