import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSeal } from './sealing.ts';

const seal = createSeal(new Uint8Array(32).fill(4));
const bytes = (text: string) => new TextEncoder().encode(text);

it('gives back exactly what was sealed', () => {
  fc.assert(
    fc.property(fc.string(), fc.uint8Array({ maxLength: 300 }), (context, content) => {
      const opened = seal.open(context, seal.seal(context, content));
      expect(Buffer.from(opened).equals(content)).toBe(true);
    }),
    { seed: 4 },
  );
});

it('shows nothing of the content', () => {
  expect(Buffer.from(seal.seal('a', bytes('secret_abc'))).includes('secret')).toBe(false);
});

it('gives the same bytes again for the same, and a new nonce for anything else', () => {
  const first = seal.seal('a', bytes('content'));
  expect(seal.seal('a', bytes('content'))).toEqual(first);
  const nonces = [
    first,
    seal.seal('b', bytes('content')),
    seal.seal('a', bytes('contenu')),
    // The same text divided otherwise between context and content.
    seal.seal('a:', bytes('content')),
    seal.seal('a', bytes(':content')),
    createSeal(new Uint8Array(32)).seal('a', bytes('content')),
  ].map((sealed) => Buffer.from(sealed.subarray(0, 12)).toString('hex'));
  expect(new Set(nonces).size).toBe(nonces.length);
});

it('opens neither what was changed, nor under another context or key', () => {
  const sealed = seal.seal('a', bytes('content'));
  for (let index = 0; index < sealed.length; index++) {
    const changed = Uint8Array.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => seal.open('a', changed)).toThrow();
  }
  expect(() => seal.open('b', sealed)).toThrow();
  expect(() => createSeal(new Uint8Array(32)).open('a', sealed)).toThrow();
  expect(() => seal.open('a', sealed.subarray(0, 20))).toThrow();
});
