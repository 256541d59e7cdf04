import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PackedRow, Page, type SharedById, sharedOf } from '../read/rows.ts';
import type { Traits } from '../traits.ts';
import { createSharedTexts, replyOfText, sharedOfText, textOfReply } from './page-text.ts';

const text = fc.string({ unit: 'grapheme' });
const when = fc.integer({ min: 0, max: 253_402_300_799_999 });
const flag = fc.constantFrom(0, 1);
const traits: fc.Arbitrary<Traits> = fc.record({
  name: text,
  resourceKind: fc.option(text),
  proof: fc.constantFrom('genuine', 'genuine-reserialised', 'read'),
  isMock: fc.boolean(),
  isLate: fc.boolean(),
  isRepeated: fc.boolean(),
  isDiffering: fc.boolean(),
  isAhead: fc.boolean(),
  slots: fc.array(fc.nat(9)),
});
const row = (known: number): fc.Arbitrary<PackedRow> =>
  fc.tuple(
    ...([fc.nat(), text, flag, fc.nat(known - 1), fc.option(when), when, fc.nat(), flag] as const),
    ...([fc.option(text), fc.option(text), flag] as const),
  );
const sharedBy = (all: readonly Traits[]): SharedById =>
  new Map(all.map((one, id) => [id, sharedOf(one)]));
const pages = fc
  .array(traits, { minLength: 1, maxLength: 4 })
  .chain((all) => fc.tuple(fc.constant(sharedBy(all)), fc.array(row(all.length)), fc.boolean()));

it('gives back every page as it was', () => {
  fc.assert(
    fc.property(pages, ([told, rows, hasMore]) => {
      const page = new Page(
        rows.map((one) => JSON.stringify(one)),
        hasMore,
        told,
      );
      const shared = sharedOfText(createSharedTexts()(page) ?? '[]');
      expect(replyOfText(textOfReply(page), shared)).toEqual({ rows: page.rows, hasMore });
    }),
  );
});

it('refuses a row whose traits were never told', () => {
  const page = new Page(['[1,"a",0,7,null,0,1,0,null,null]'], false, sharedBy([]));
  expect(() => replyOfText(textOfReply(page), new Map())).toThrow(/not known/);
});

it('tells shared traits when they are others than before', () => {
  const [one, other] = fc.sample(traits, { seed: 1, numRuns: 2 }) as [Traits, Traits];
  const news = createSharedTexts();
  const pageOf = (...all: readonly Traits[]) => new Page([], false, sharedBy(all));
  expect(news({ total: 3 })).toBeNull();
  expect(news(pageOf(one))).not.toBeNull();
  expect(news(pageOf(one))).toBeNull();
  expect(news(pageOf(one, other))).not.toBeNull();
});

it('gives back every other answer as it was', () => {
  for (const answer of [null, [], [{ key: 1 }], { total: 3 }, 'p', { rows: [1] }]) {
    expect(replyOfText(textOfReply(answer), new Map())).toEqual(answer);
  }
});
