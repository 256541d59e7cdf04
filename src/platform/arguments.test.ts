import { expect, it } from 'vitest';
import { readArguments, UsageError } from './arguments.ts';

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
