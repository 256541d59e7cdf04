import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../../../webhooks/testing/deliveries.ts';
import {
  type BareIndex,
  filterOf,
  finish,
  openBareIndex,
  slots,
} from '../../testing/bare-index.ts';
import { createIndexReader } from './index-reader.ts';
import { createKnownTraits } from './known-traits.ts';
import { matchesOf } from './matches.ts';
import { planOf } from './plan.ts';

const start = Date.UTC(2026, 10, 18);
const many = 9_000;

/** Each event holds words of its own that begin, and are held, alike. */
const bodyOf = (number: number) => ({
  id: `event_q${number}`,
  name: 'payout.create',
  data: {
    payout: {
      id: `payout_p${number}`,
      owner: number % 2 === 0 ? 'Ada B Moreno' : 'Ada Byron',
      to: `0x${number.toString(16).padStart(6, '0')}abcd`,
      reference: `user${number}`,
    },
  },
  webhookRecords: [],
  created: new Date(start + number).toISOString(),
});

let index: BareIndex;

beforeAll(() => {
  index = openBareIndex();
  for (let number = 0; number < many; number += 1) {
    const body = bytesOf(bodyOf(number));
    const { slot } = slots[0];
    index.inbox.add({ slot, receivedAt: start + number, proof: 'genuine', body });
  }
  index.follow(3_000);
}, 60_000);
afterAll(() => index.remove());

const found = (search: string) => {
  const sqlite = index.reading();
  const reader = createIndexReader(sqlite);
  const filter = filterOf({ search });
  const plan = planOf(createKnownTraits(sqlite)(), filter);
  const { total, wholeWords } = finish(reader.count(filter));
  const listed = finish(reader.list({ filter, limit: 5 })).rows.length;
  const drawn = finish(reader.histogram(filter, 20))?.bars.flatMap(({ counts }) => counts) ?? [];
  expect(drawn.reduce((sum, events) => sum + events, 0)).toBe(total);
  expect(listed).toBe(Math.min(total, 5));
  return { total, wholeWords, expressions: matchesOf(sqlite, plan).expressions.length };
};

describe('what a search asks of the index', () => {
  it('two letters that begin few words stand for each of them', () => {
    expect(found('by')).toEqual({ total: many / 2, wholeWords: [], expressions: 1 });
    expect(found('payout by')).toEqual({ total: many / 2, wholeWords: [], expressions: 1 });
  });

  it('one or two letters that begin very many words are found whole, and this is told', () => {
    expect(found('0x')).toEqual({ total: 0, wholeWords: ['0x'], expressions: 1 });
    expect(found('payout u')).toEqual({ total: 0, wholeWords: ['u'], expressions: 1 });
  });

  it('a part of very many words is found in all of them', () => {
    expect(found('user')).toMatchObject({ total: many, wholeWords: [] });
    expect(found('abcd ada')).toMatchObject({ total: many, wholeWords: [] });
  });

  it('several of these ask no more than can be answered', () => {
    const { expressions, wholeWords, total } = found('user abcd');
    expect(expressions).toBeLessThanOrEqual(256);
    expect(wholeWords).toHaveLength(1);
    expect(total).toBe(0);
  });

  it.each(['€', '***', '"'])('a search without a word (%s) finds nothing', (search) => {
    expect(found(search)).toMatchObject({ total: 0, wholeWords: [] });
  });

  it('every word counts, however many there are', () => {
    const words = Array.from({ length: 20 }, () => 'ada');
    expect(found(`${words.join(' ')} moreno byron`).total).toBe(0);
    expect(
      found(
        Array.from({ length: 13 }, (_, at) => 'ada payout moreno user'.split(' ')[at % 4]).join(
          ' ',
        ),
      ).total,
    ).toBe(many / 2);
  });
});
