import { expect, it } from 'vitest';
import { features, screenAt } from '../features.ts';
import { splitFragment } from '../fragment.ts';
import { helpNameAt, helpNameOf, helpPage, helpPages, pageName, searchHelp } from './help-pages.ts';
import { type HelpInline, parseHelp } from './parse-help.ts';

const shown = features.filter(({ Icon }) => Icon !== undefined);

it.each(shown.map(({ paths }) => [paths.root, helpNameOf(paths)] as const))(
  '%s has a page of help, which says what to do and what its words mean',
  (root, name) => {
    expect(helpNameAt(root)).toBe(name);
    const page = helpPage(name);
    expect(page?.blocks[0]?.kind).toBe('title');
    const headings = page?.blocks.flatMap((block) =>
      block.kind === 'heading' ? block.inlines.map(({ text }) => text) : [],
    );
    expect(headings).toEqual(expect.arrayContaining(['What to do', 'Words']));
  },
);

it.each([
  ['/customers/customer_1', 'customers'],
  ['/customers/onboarding/review', 'onboarding'],
  ['/virtual-accounts/address-book/7', 'address-book'],
  ['/webhooks/tunnels', 'webhooks'],
  ['/nowhere', 'first-steps'],
])('at %s it is the page %s', (location, name) => {
  expect(helpNameAt(location)).toBe(name);
});

const linksOf = (inlines: readonly HelpInline[]): string[] =>
  inlines.flatMap((inline) => (inline.kind === 'link' ? [inline.to] : []));

it.each(helpPages.map((page) => [page.name, page] as const))(
  'every link of %s leads to a page or a screen',
  (_name, { blocks }) => {
    const links = blocks.flatMap((block) =>
      block.kind === 'list' ? block.items.flatMap(linksOf) : linksOf(block.inlines),
    );
    const broken = links.filter((to) =>
      to.startsWith('#')
        ? screenAt(splitFragment(to).path) === null
        : !to.endsWith('.md') || !helpPages.some(({ name }) => name === pageName(to)),
    );
    expect(broken).toEqual([]);
  },
);

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
