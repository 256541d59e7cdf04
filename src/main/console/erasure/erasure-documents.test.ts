import { describe, expect, it } from 'vitest';
import { eraseDocument } from './erasure-documents.ts';
import type { Erased } from './profile-erasures.ts';

const found = { observations: 8, requests: 0, deliveries: 4 };

async function typed(name: string | null, text: string, left: Erased['left'] = []) {
  const { act } = eraseDocument({
    customerId: 'customer_ada',
    name,
    profile: 'Treasury',
    found,
    accounts: 0,
    closes: [],
    act: async () => ({ ...found, left }),
  });
  return await act(new URLSearchParams({ reason: 'Asked', duty: 'none', name: text }));
}

describe('the name that is typed to erase', () => {
  it.each([
    ['two blanks', 'Ada  Byron', 'Ada Byron'],
    ['a blank at the end', 'Ada Byron ', 'Ada Byron'],
    ['a blank that does not break', 'Ada\u00a0Byron', 'Ada Byron'],
    ['the same, as it is shown', 'Ada\u00a0Byron', 'Ada\\u00a0Byron'],
    ['what can’t be seen, as it is shown', 'Ada\u200b Byron', 'Ada\\u200b Byron'],
    ['accents as characters of their own', 'Zoe\u0308', 'Zo\u00eb'],
    ['blanks alone: the ID', ' \u00a0', 'customer_ada'],
    ['none: the ID', null, 'customer_ada'],
  ])('fits one with %s', async (_words, name, text) => {
    expect(await typed(name, text)).toEqual({
      sentence:
        'The personal data of customer_ada is erased from 8 sources, 0 requests and 4 deliveries.',
    });
  });

  it.each([
    ['Ada Byron', 'AdaByron'],
    ['Ada Byron', 'ada byron'],
    ['Zoë', 'Zoe'],
    [' ', ''],
    [null, ''],
  ])('does not fit: %j, typed as %j', async (name, text) => {
    await expect(typed(name, text)).rejects.toThrow('exactly as shown above');
  });
});

it.each([
  ['Ada Byron-Lovelace', 'paid lovelace late', true],
  ['Ada Byron', 'asked BYRON’s bank', true],
  ['Ada Byron', 'of Ada Byron alone', false],
  ['Ada Byron', 'Byronic', false],
  [null, 'Byron', false],
])('warns of notes of closes that keep a part of the name: %j in %j', (name, note, isNamed) => {
  const of = { from: '2026-11-01', to: '2026-11-30', timeZone: 'UTC', version: 2 };
  const { paragraphs } = eraseDocument({
    customerId: 'customer_ada',
    name,
    profile: 'Treasury',
    found,
    accounts: 0,
    closes: [{ ...of, note }],
    act: async () => ({ ...found, left: [] }),
  });
  const where = '2026-11-01 to 2026-11-30 (UTC, version 2)';
  expect(paragraphs?.some((text) => text.includes(where))).toBe(isNamed);
});

it('says what is not erased yet', async () => {
  expect(await typed('Ada', 'Ada', ['inbox'])).toEqual({
    title: 'Partly erased',
    sentence:
      'The personal data of customer_ada is erased from 8 sources and 0 requests. It is still in the deliveries in inbox.db, which could not be opened or written. Causeway erases it there when the profile next opens.',
  });
  expect(await typed('Ada', 'Ada', ['sandbox', 'pages'])).toMatchObject({
    sentence: expect.stringContaining(
      '4 deliveries. It is still in the files of the built-in sandbox and unused space in records.db, which',
    ),
  });
});
