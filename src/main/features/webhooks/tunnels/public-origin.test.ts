import { describe, expect, it } from 'vitest';
import { readPublicOrigin } from './public-origin.ts';

const rules = { allowPrivate: false };

describe('the public address', () => {
  it.each([
    ['https://hooks.example.com', 'https://hooks.example.com'],
    ['  https://Hooks.Example.com/ ', 'https://hooks.example.com'],
    ['https://hooks.example.com:8443/', 'https://hooks.example.com:8443'],
    ['https://hooks.example.com:443', 'https://hooks.example.com'],
    ['https://[2606:4700::1111]', 'https://[2606:4700::1111]'],
    ['https://1.1.1.1', 'https://1.1.1.1'],
  ])('%s is read as %s', (text, origin) => {
    expect(readPublicOrigin(text, rules)).toBe(origin);
  });

  it.each([
    ['hooks.example.com', 'Enter a public URL, for example'],
    ['', 'Enter a public URL, for example'],
    ['http://hooks.example.com', 'starts with https://'],
    ['ftp://hooks.example.com', 'starts with https://'],
    ['https://me:pass@hooks.example.com', 'without a user name or password'],
    ['https://hooks.example.com/hooks', 'without a path'],
    ['https://hooks.example.com?', 'without a path'],
    ['https://hooks.example.com/#', 'without a path'],
    ['https://hooks.example.com:6000', 'Port 6000'],
  ])('%s is refused: %s', (text, words) => {
    expect(() => readPublicOrigin(text, rules)).toThrow(
      expect.objectContaining({
        code: 'settings',
        needsPerson: true,
        sentence: expect.stringContaining(words),
      }),
    );
  });

  it.each([
    'https://localhost:8443',
    'https://hooks.localhost',
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f.0.0.1',
    'https://10.1.2.3',
    'https://172.16.0.1',
    'https://172.31.255.255',
    'https://192.168.1.1:8443',
    'https://169.254.169.254',
    'https://100.64.0.1',
    'https://0.0.0.0',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://[fe80::1]',
    'https://[fd00::1]',
    'https://[2001:db8::1]',
    'https://hooks',
    'https://localhost.',
    'https://gateway.local',
    'https://hooks.corp',
    'https://hooks.internal.',
  ])('%s is not public, and only the switch for tests takes it', (text) => {
    expect(() => readPublicOrigin(text, rules)).toThrow(
      expect.objectContaining({
        code: 'settings',
        needsPerson: true,
        sentence: expect.stringContaining('so the service can’t'),
      }),
    );
    expect(readPublicOrigin(text, { allowPrivate: true })).toMatch(/^https:/);
  });

  it('with http:// is refused whatever the switch says', () => {
    expect(() => readPublicOrigin('http://127.0.0.1', { allowPrivate: true })).toThrow(/https/);
  });

  it('never repeats a password that was typed into it', () => {
    expect(() => readPublicOrigin('https://me:hunter2@hooks.example.com', rules)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
    );
  });
});
