import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../platform/arguments.ts';
import { parseStartOptions, startHelp } from './options.ts';

describe('the options of npm start', () => {
  it('are all off when nothing is said', () => {
    expect(parseStartOptions([])).toEqual({
      browser: false,
      port: null,
      dataDir: null,
      open: true,
      passphraseFile: null,
      ephemeral: false,
      json: false,
      link: null,
      help: false,
    });
  });

  it('are read together', () => {
    const args = '--browser --port 0 --data-dir /d --no-open --passphrase-file /p --json'.split(
      ' ',
    );
    expect(parseStartOptions(args)).toEqual({
      browser: true,
      port: 0,
      dataDir: '/d',
      open: false,
      passphraseFile: '/p',
      ephemeral: false,
      json: true,
      link: null,
      help: false,
    });
  });

  it('take their value after an equals sign as well', () => {
    expect(parseStartOptions(['--port=65535', '--data-dir=a b'])).toMatchObject({
      port: 65_535,
      dataDir: 'a b',
    });
  });

  it('take a link to a record, wherever it stands', () => {
    const link = 'causeway://open/customer/customer_a?profile=Treasury';
    expect(parseStartOptions([link, '--browser'])).toMatchObject({ link, browser: true });
    expect(parseStartOptions(['--data-dir', '/d', link])).toMatchObject({ link, dataDir: '/d' });
  });

  it.each([
    [['--prot', '1'], "Unknown option '--prot'. See --help."],
    [['start'], "Unexpected argument 'start'. See --help."],
    [['--port'], "Option '--port <value>' argument missing. See --help."],
    [['--port', 'x'], '--port takes a number from 0 to 65535, not "x".'],
    [['--port', '65536'], '--port takes a number from 0 to 65535, not "65536".'],
    [['--port=-1'], '--port takes a number from 0 to 65535, not "-1".'],
    [['--port', '1e3'], '--port takes a number from 0 to 65535, not "1e3".'],
    [['--data-dir='], '--data-dir needs a path.'],
    [
      ['--ephemeral', '--passphrase-file', 'f'],
      'Choose --passphrase-file or --ephemeral, not both.',
    ],
  ])('are refused in a sentence: %j', (args, sentence) => {
    expect(() => parseStartOptions(args)).toThrow(new UsageError(sentence));
  });

  it('are all in the help', () => {
    for (const option of ['browser', 'port', 'data-dir', 'no-open', 'passphrase-file']) {
      expect(startHelp).toContain(`--${option}`);
    }
    expect(startHelp).toContain('--ephemeral');
    expect(startHelp).toContain('--json');
  });
});

const program = join(import.meta.dirname, 'run.mjs');

it.each(['start', 'dev', 'listen'])('npm run %s quotes nothing that a terminal obeys', (name) => {
  const { status, stderr } = spawnSync(process.execPath, [program, name, '--x\u001b[2J\u202e'], {
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toContain(String.raw`'--x\u001b[2J\u202e'`);
  expect(stderr.trimEnd()).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});
