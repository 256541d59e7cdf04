import { expect, it } from 'vitest';
import { cardOf, fingerprintOfCard, textOfCard, wordsOfFingerprint } from './card.ts';
import { createComputer } from './testing/computer.ts';

const { card } = createComputer('Ada’s laptop');
const other = createComputer('Bank').card;

it('comes back from its text, whatever a mail does to the lines', () => {
  const text = textOfCard(card);
  expect(cardOf(`  ${text.slice(0, 70)}\r\n ${text.slice(70)}\n`)).toEqual(card);
});

it.each([
  ['name', { name: 'Bank' }],
  ['sealing', { sealing: other.sealing }],
  ['signing', { signing: other.signing }],
  ['signature', { signature: other.signature }],
])('is refused with another %s', (_what, change) => {
  expect(() => cardOf(textOfCard({ ...card, ...change }))).toThrow('This card is damaged');
});

it.each(['Bank\u202E', 'Ba\u200bnk', 'Bank\n'])(
  'is refused under a name of which not all is seen: %j',
  (name) => {
    expect(() => cardOf(textOfCard(createComputer(name).card))).toThrow();
  },
);

it('has twelve words, which follow from both keys', () => {
  const words = wordsOfFingerprint(fingerprintOfCard(card));
  expect(words).toHaveLength(12);
  for (const change of [{ sealing: other.sealing }, { signing: other.signing }])
    expect(wordsOfFingerprint(fingerprintOfCard({ ...card, ...change }))).not.toEqual(words);
});
