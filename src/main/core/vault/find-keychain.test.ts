import { expect, it } from 'vitest';
import { whyNoKeychain } from './find-keychain.ts';

// Each as it was met on a machine without that part.
it.each([
  ['Could not connect: No such file or directory', 'no desktop session (D-Bus) runs here'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no desktop session (D-Bus) runs here'],
  ['The given address is empty', 'no desktop session (D-Bus) runs here'],
  [
    'The name org.freedesktop.secrets was not provided by any .service files',
    'no program that keeps one',
  ],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'it is locked'],
  [
    'libsecret-1.so.0: cannot open shared object file: No such file or directory',
    'libsecret) is not installed',
  ],
])('"%s" is told in words, without its own', (message, words) => {
  const sentence = whyNoKeychain(new Error(message));
  expect(sentence).toContain(words);
  expect(sentence).not.toContain(message);
});

it('what is not known here is told in its own words, cut short', () => {
  const sentence = whyNoKeychain(new Error(`Strange. ${'x'.repeat(500)}`));
  expect(sentence).toContain('a test entry could not be kept in it. Its message: Strange. xxx');
  expect(sentence.length).toBeLessThan(400);
});

it('what is no error has no words of its own', () => {
  expect(whyNoKeychain(undefined)).toBe(
    'This computer offers no keychain that Causeway can use: a test entry could not be kept in it.',
  );
});
