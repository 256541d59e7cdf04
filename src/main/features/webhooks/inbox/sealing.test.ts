import { describe, expect, it } from 'vitest';
import { createSealingKeys, inboxKeysOf, openingKey, openSealed } from './sealing.ts';

const HOUR = 60 * 60 * 1000;
let drawn = 0;
const random = { bytes: (length: number) => new Uint8Array(length).fill(++drawn) };
const content = new TextEncoder().encode('what arrived');

describe('sealing to a profile', () => {
  const keys = inboxKeysOf(new Uint8Array(32).fill(7));
  const clock = { time: 0, now: () => clock.time };

  it('is opened by the private key alone', () => {
    const key = createSealingKeys({ clock, random }).keyFor(keys.publicKey);
    const sealed = key.seal('here', content);
    const opened = openSealed(openingKey(keys.privateKey, key.ephemeralPublic), 'here', sealed);
    expect(opened).toEqual(Buffer.from(content));
    const stranger = inboxKeysOf(new Uint8Array(32).fill(8));
    const wrong = openingKey(stranger.privateKey, key.ephemeralPublic);
    expect(() => openSealed(wrong, 'here', sealed)).toThrow();
  });

  it('says nothing of its content, and never the same for the same', () => {
    const key = createSealingKeys({ clock, random }).keyFor(keys.publicKey);
    const first = Buffer.from(key.seal('here', content));
    const second = Buffer.from(key.seal('here', content));
    expect(first.includes(Buffer.from('arrived'))).toBe(false);
    expect(first.equals(second)).toBe(false);
  });

  it('is bound to its place and to every bit', () => {
    const key = createSealingKeys({ clock, random }).keyFor(keys.publicKey);
    const opening = openingKey(keys.privateKey, key.ephemeralPublic);
    const sealed = key.seal('here', content);
    expect(() => openSealed(opening, 'there', sealed)).toThrow();
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Uint8Array.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => openSealed(opening, 'here', changed)).toThrow();
    }
  });

  it('takes a new key every hour, and when the clock was set back', () => {
    clock.time = 10 * HOUR;
    const sealing = createSealingKeys({ clock, random });
    const first = sealing.keyFor(keys.publicKey);
    clock.time += HOUR - 1;
    expect(sealing.keyFor(keys.publicKey)).toBe(first);
    clock.time += 1;
    const second = sealing.keyFor(keys.publicKey);
    expect(second.ephemeralPublic).not.toEqual(first.ephemeralPublic);
    clock.time -= 2 * HOUR;
    expect(sealing.keyFor(keys.publicKey)).not.toBe(second);
  });

  it('has the same keys for the same data key, and others for another', () => {
    expect(inboxKeysOf(new Uint8Array(32).fill(7))).toEqual(keys);
    expect(inboxKeysOf(new Uint8Array(32).fill(9)).publicKey).not.toEqual(keys.publicKey);
    expect(() => inboxKeysOf(new Uint8Array(16))).toThrow('exactly 32 bytes');
  });
});
