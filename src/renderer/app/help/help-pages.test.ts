import { expect, it } from 'vitest';
import { features, screenAt } from '../features.ts';
import { splitFragment } from '../fragment.ts';
import { helpNameAt, helpNameOf, helpPage, helpPages, pageName } from './help-pages.ts';
import type { HelpInline } from './parse-help.ts';

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
