import { expect, it } from 'vitest';
import { optionNames, refuseForeignSwitches } from './arguments.ts';

const start = (args: readonly string[], platform: NodeJS.Platform = 'linux') =>
  refuseForeignSwitches(args, optionNames, platform);

it.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '-remote-debugging-port=9222',
  '--Remote-Debugging-Port=9222',
  '--proxy-server=http://127.0.0.1:8080',
  '--ignore-certificate-errors',
  '--disable-web-security',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--load-extension=/tmp/x',
  '--js-flags=--expose-gc',
  '--user-data-dir=/tmp/x',
  '--inspect=9229',
])('a package does not start with %s', (arg) => {
  const [, name = ''] = /^--?([\w-]+)/.exec(arg) ?? [];
  expect(() => start(['--data-dir', '/tmp/x', arg])).toThrow(`--${name.toLowerCase()}.`);
});

it('nor with one in the form of Windows', () => {
  expect(() => start(['/remote-debugging-port=9222'], 'win32')).toThrow('--remote-debugging-port');
  expect(() => start(['/home/me/file'])).not.toThrow();
});

it('starts with its own options, and with what a desktop needs', () => {
  const args = ['--data-dir', '/tmp/x', '--passphrase-file=/tmp/y', '--ephemeral', '--smoke'];
  expect(() => start([...args, '--no-sandbox', '--ozone-platform=wayland'])).not.toThrow();
  expect(() => start(['-psn_0_12345'], 'darwin')).not.toThrow();
  expect(() => start([])).not.toThrow();
});
