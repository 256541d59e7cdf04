import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentOf, factsOfBody } from './facts.ts';
import { addWords, formOf, runsOf } from './words.ts';

const wordsOf = (text: string): string[] => {
  const words = new Set<string>();
  addWords(text, words);
  return [...words].sort();
};

describe('words', () => {
  it.each([
    ['event_w6y3z2', ['event', 'w6y3z2']],
    ['0x52908400098527886E0F7030069857D2E4169EE7', ['0x52908400098527886e0f7030069857d2e4169ee7']],
    [
      'Ada.Moreno+x@mail.example',
      [
        'ada',
        'ada.moreno+x',
        'ada.moreno+x@mail.example',
        'example',
        'mail',
        'mail.example',
        'moreno',
        'x',
      ],
    ],
    ['99.75', ['75', '99', '99.75']],
    ['+14155550123', ['14155550123']],
    ['Zoë Ångström', ['angstrom', 'zoe']],
    ['Łódź 東京', ['łodz', '東京']],
    ['-- .. @', []],
    ['2026-11-20T12:00:00.000Z', []],
    ['2026-11-20', ['11', '20', '2026', '2026-11-20']],
  ])('of %s are %j', (text, words) => {
    expect(wordsOf(text)).toEqual([...words].sort());
  });

  it('of a search are whole, and cut as the text is', () => {
    expect(runsOf(' Ada.Moreno@x event_k7 ')).toEqual(['ada.moreno@x', 'event', 'k7']);
  });

  it('are all found by a search for the text they are from, whole or by any part of a word', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aB1.+-@_ é') }), (text) => {
        const words = new Set<string>();
        addWords(text, words);
        for (const run of runsOf(text)) {
          expect(words).toContain(run);
          // A part lies in a word of its own form, which is where it is looked for.
          for (let from = 0; from + 3 <= run.length; from += 1) {
            for (const part of runsOf(run.slice(from, from + 4))) {
              const holders = [...words].filter((word) => word.includes(part));
              expect(holders.map(formOf)).toContain(formOf(part));
            }
          }
        }
      }),
    );
  });

  it('have a bound, and so does each', () => {
    expect(wordsOf('a'.repeat(5_000))).toEqual(['a'.repeat(100)]);
    const words = new Set<string>();
    for (let number = 0; number < 10_000; number += 1) addWords(`w${number}`, words);
    expect(words.size).toBe(3_000);
  });
});

describe('the content of an event', () => {
  it('is the same for the same content in any order of keys, whatever webhooks it went to', () => {
    const one = { id: 'event_a', data: { x: [1, { b: 'c', d: null }] }, updated: '1' };
    const other = { webhookRecords: [{}], data: { x: [1, { d: null, b: 'c' }] }, id: 'event_a' };
    expect(contentOf(one).lasting).toBe(contentOf(other).lasting);
    expect(contentOf(one).lasting).not.toBe(contentOf({ ...one, data: { x: [1] } }).lasting);
  });

  it('is without secrets, and without the words of keys and of what webhooks are sent', () => {
    const { words, lasting } = contentOf({
      name: 'webhook.create',
      data: { webhook: { secret: 'hidden1', other: 'secret_hidden2', list: ['secret_hidden3'] } },
      apiToken: 'hidden4',
      webhookRecords: [{ requestIds: ['request_hidden5'] }],
    });
    expect([...words].sort()).toEqual(['create', 'webhook', 'webhook.create']);
    expect(lasting).not.toMatch(/hidden[1235]/);
  });

  it('is found by no word of a secret, by its shape or its value, and its hash knows of none', () => {
    const memo = 'Given opaque-token-0042 and eyJhbGciOiJub25lIn0.eyJzdWIiOiJkZXNrIn0.c2ln here';
    const event = {
      id: 'event_1',
      name: 'payout.create',
      data: { payout: { id: 'payout_1', memo } },
    };
    const body = Buffer.from(JSON.stringify(event));
    const facts = factsOfBody(body, ['opaque-token-0042']);
    expect([...(facts?.words ?? [])].filter((word) => /opaque|0042|eyj|c2ln/.test(word))).toEqual(
      [],
    );
    expect(facts?.words).toContain('given');
    expect(facts?.sameness).toBe(factsOfBody(body)?.sameness);
  });

  it('has no id and no name that is one', () => {
    const known = 'opaque-token-0042';
    const event = (id: string, ofWallet: string) => ({
      id,
      name: `wallet.${known}`,
      data: { wallet: { id: ofWallet, customerId: 'customer_1' } },
    });
    const read = (body: object) => factsOfBody(Buffer.from(JSON.stringify(body)), [known]);
    expect(read(event('event_1', `wallet_${known}`))).toMatchObject({
      name: 'wallet.[secret removed]',
      resourceId: null,
      customerId: 'customer_1',
    });
    expect(read(event(`event_${known}`, 'wallet_1'))).toBeNull();
  });

  it('ends where it is nested deeper than any real one', () => {
    const deep = (levels: number): object =>
      levels === 0 ? { end: 'x' } : { in: deep(levels - 1) };
    expect(contentOf({ data: deep(5_000) }).words.size).toBe(0);
    expect(contentOf({ data: deep(50) }).words).toContain('x');
  });
});
