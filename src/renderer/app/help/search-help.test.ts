import { expect, it } from 'vitest';
import { parseHelp } from './parse-help.ts';
import { searchHelp } from './search-help.ts';

const page = (title: string, ...lines: string[]) => ({
  name: title.toLowerCase(),
  title,
  blocks: parseHelp([`# ${title}`, ...lines].join('\n\n')),
});
const pages = [
  page('Webhooks', 'They report payouts.', '- A secret\n- A **failed payout** is an event'),
  page('Payouts', 'The money that moved.', 'One that failed says so.'),
];
const found = (query: string) => searchHelp(pages, query).map(({ name, line }) => [name, line]);

it('finds pages in which every word stands, those with one in the title first', () => {
  expect(found('PAYOUT failed')).toEqual([
    ['payouts', 'One that failed says so.'],
    ['webhooks', 'A failed payout is an event'],
  ]);
  expect(found('payout secret')).toEqual([['webhooks', 'They report payouts.']]);
});

it('shows how a page begins where its title alone fits', () => {
  expect(found('webhooks')).toEqual([['webhooks', 'They report payouts.']]);
});

it('finds nothing for a blank query or for words that stand nowhere', () => {
  expect(found('  ')).toEqual([]);
  expect(found('payout nowhere')).toEqual([]);
});
