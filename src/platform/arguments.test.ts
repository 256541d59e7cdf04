import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readArguments, readSecretFileOf, UsageError } from './arguments.ts';

const options = { port: { type: 'string' }, json: { type: 'boolean', default: false } } as const;

it('reads the options there are', () => {
  expect(readArguments(['--port', '7', '--json'], options)).toEqual({ port: '7', json: true });
  expect(readArguments([], options)).toEqual({ json: false });
});

it.each([
  [['--prot', '7'], "Unknown option '--prot'. See --help."],
  [['--port'], "Option '--port <value>' argument missing. See --help."],
  [['--json=yes'], "Option '--json' does not take an argument. See --help."],
  [['7'], "Unexpected argument '7'. See --help."],
])('says in a sentence what is wrong with %j', (args, sentence) => {
  expect(() => readArguments(args, options)).toThrow(UsageError);
  expect(() => readArguments(args, options)).toThrow(sentence);
});

it.skipIf(process.platform === 'win32')(
  'says what to do where a secret’s mode can’t be changed',
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'causeway-arguments-'));
    const file = join(directory, 'secret');
    writeFileSync(file, 'x', { mode: 0o444 });
    expect(() => readSecretFileOf('--file', file)).toThrow(/chmod 600 .* install -m 600 FILE COPY/);
    rmSync(directory, { recursive: true });
  },
);
