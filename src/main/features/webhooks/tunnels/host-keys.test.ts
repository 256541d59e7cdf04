import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { testFolder } from '../../../../platform/testing/test-folder.ts';
import { fingerprintOf, type HostKeys, isSameKey, openHostKeys, typeOf } from './host-keys.ts';

let directory: string;
beforeEach(() => {
  directory = testFolder();
});

const file = () => join(directory, 'host-keys.json');
const key = (fill: number) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 11]),
    Buffer.from('ssh-ed25519'),
    Buffer.from([0, 0, 0, 32]),
    Buffer.alloc(32, fill),
  ]);

/** Met, and trusted by a person. */
function pin(keys: HostKeys, host: string, port: number, shown: Uint8Array): void {
  keys.meet(host, port, shown);
  expect(keys.trust(host, port, fingerprintOf(shown))).toBe(true);
}

describe('trusted host keys', () => {
  it('outlive a restart, and nobody else may write them', () => {
    pin(openHostKeys(file(), systemClock), 'example.com', 22, key(1));
    expect(openHostKeys(file(), systemClock).find('example.com', 22)).toEqual(key(1));
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('are kept by host and port, whatever the case of the name', () => {
    const keys = openHostKeys(file(), systemClock);
    pin(keys, 'Example.com', 22, key(1));
    pin(keys, 'example.com', 2222, key(2));
    expect(keys.find('EXAMPLE.COM', 22)).toEqual(key(1));
    expect(keys.find('example.com', 2222)).toEqual(key(2));
    expect(keys.find('example.org', 22)).toBeNull();
  });

  it('are forgotten one by one', () => {
    const keys = openHostKeys(file(), systemClock);
    pin(keys, 'one.example', 22, key(1));
    pin(keys, 'two.example', 22, key(2));
    keys.forget('one.example', 22);
    keys.forget('never.example', 22);
    expect(keys.find('one.example', 22)).toBeNull();
    expect(keys.find('two.example', 22)).toEqual(key(2));
  });

  it('that vanished with their file are asked for, and not made anew unseen', () => {
    const pinned = new Set<string>();
    const memory = {
      wasPinned: (host: string, port: number) => pinned.has(`${host}:${port}`),
      onPin(host: string, port: number, isPinned: boolean) {
        if (isPinned) pinned.add(`${host}:${port}`);
        else pinned.delete(`${host}:${port}`);
      },
    };
    const open = () => openHostKeys(file(), systemClock, memory);
    pin(open(), 'example.com', 22, key(1));
    rmSync(file());
    const keys = open();
    expect(keys.meet('example.com', 22, key(2))).toBe('lost');
    expect(keys.find('example.com', 22)).toBeNull();
    expect(keys.meet('other.example', 22, key(2))).toBe('first');
    expect(keys.trust('example.com', 22, fingerprintOf(key(2)))).toBe(true);
    expect(keys.find('example.com', 22)).toEqual(key(2));
    // A person who forgot one expects another.
    keys.forget('example.com', 22);
    expect(keys.meet('example.com', 22, key(3))).toBe('first');
  });

  it('are never pinned unseen: the first one waits for a person', () => {
    const keys = openHostKeys(file(), systemClock);
    expect(keys.meet('example.com', 22, key(1))).toBe('first');
    expect(keys.find('example.com', 22)).toBeNull();
    expect(keys.waiting('example.com', 22)).toBe(fingerprintOf(key(1)));
    expect(keys.trust('example.com', 22, fingerprintOf(key(2)))).toBe(false);
    expect(keys.trust('example.com', 22, fingerprintOf(key(1)))).toBe(true);
    expect(keys.find('example.com', 22)).toEqual(key(1));
  });

  describe('whose file was damaged', () => {
    const damage = () => {
      pin(openHostKeys(file(), systemClock), 'example.com', 22, key(1));
      const half = readFileSync(file(), 'utf8').slice(0, 20);
      writeFileSync(file(), half);
      return half;
    };

    it('are put aside whole, and it is said', () => {
      const half = damage();
      const keys = openHostKeys(file(), systemClock);
      const [aside = ''] = readdirSync(directory).filter((name) => name.includes('.damaged-'));
      expect(readFileSync(join(directory, aside), 'utf8')).toBe(half);
      expect(keys.notice()).toContain(aside);
    });

    it('count as lost, after a restart too, for any host', () => {
      damage();
      openHostKeys(file(), systemClock);
      const keys = openHostKeys(file(), systemClock);
      expect(keys.notice()).not.toBeNull();
      expect(keys.find('example.com', 22)).toBeNull();
      expect(keys.meet('example.com', 22, key(2))).toBe('lost');
      expect(keys.meet('other.example', 22, key(3))).toBe('lost');
      expect(keys.find('example.com', 22)).toBeNull();
    });

    it('are pinned by a person’s word, for the very key that was shown', () => {
      damage();
      const keys = openHostKeys(file(), systemClock);
      keys.meet('example.com', 22, key(1));
      const shown = keys.waiting('example.com', 22) ?? '';
      expect(shown).toBe(fingerprintOf(key(1)));
      // Another one came since.
      keys.meet('example.com', 22, key(2));
      expect(keys.trust('example.com', 22, shown)).toBe(false);
      expect(keys.trust('example.com', 22, fingerprintOf(key(2)))).toBe(true);
      expect(keys.waiting('example.com', 22)).toBeNull();
      expect(openHostKeys(file(), systemClock).find('example.com', 22)).toEqual(key(2));
    });

    it('count as lost when that happens while they are in use', () => {
      const keys = openHostKeys(file(), systemClock);
      pin(keys, 'example.com', 22, key(1));
      writeFileSync(file(), '{');
      expect(keys.find('example.com', 22)).toBeNull();
      expect(keys.meet('example.com', 22, key(1))).toBe('lost');
    });
  });

  it('are shown as ssh-keygen shows them', () => {
    expect(fingerprintOf(Buffer.from('abc'))).toBe(
      'SHA256:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0',
    );
    expect(typeOf(key(1))).toBe('ssh-ed25519');
    expect(typeOf(Buffer.from([1, 2]))).toBe('');
    expect(typeOf(Buffer.alloc(80, 255))).toBe('');
  });

  it('are the same only byte for byte', () => {
    expect(isSameKey(key(1), key(1))).toBe(true);
    expect(isSameKey(key(1), key(2))).toBe(false);
    expect(isSameKey(key(1), key(1).subarray(1))).toBe(false);
  });
});
