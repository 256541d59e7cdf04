import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const nothing = { dataDir: null, passphraseFile: null, ephemeral: false, smoke: false };

it.each([
  ['nothing', [], nothing],
  ['the application’s folder', ['/the/application'], nothing],
  ['switches of Chromium', ['--no-sandbox', '--remote-debugging-port=0', '/app'], nothing],
  ['what macOS adds to a click', ['-psn_0_12345'], nothing],
  [
    'what npm start passes on',
    ['/app', '--data-dir', '/data', '--passphrase-file', '/secret', '--ephemeral'],
    { dataDir: '/data', passphraseFile: '/secret', ephemeral: true, smoke: false },
  ],
  ['a folder after an equals sign', ['--data-dir=/data'], { ...nothing, dataDir: '/data' }],
  ['a smoke run', ['.', '--smoke'], { ...nothing, smoke: true }],
  ['an option without its value', ['--data-dir'], nothing],
])('reads %s', (_case, args, expected) => {
  expect(readArguments(args)).toEqual(expected);
});
