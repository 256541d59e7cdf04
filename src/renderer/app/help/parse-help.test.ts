import { expect, it } from 'vitest';
import { parseHelp, plainLines } from './parse-help.ts';

it('reads headings, paragraphs over several lines and lists', () => {
  const blocks = parseHelp('# Title\n\nOne\nline.\n\n## Words\n\n- first\n  goes on\n- second\n');
  expect(blocks.map((block) => [block.kind, plainLines(block)])).toEqual([
    ['title', ['Title']],
    ['paragraph', ['One line.']],
    ['heading', ['Words']],
    ['list', ['first goes on', 'second']],
  ]);
});

it('reads code, bold and links, and leaves all else as it stands', () => {
  expect(parseHelp('Press `?`, **Help** or [Payouts](payouts.md). <b>2 * 3</b> [x] ` **')).toEqual([
    {
      kind: 'paragraph',
      inlines: [
        { kind: 'text', text: 'Press ' },
        { kind: 'code', text: '?' },
        { kind: 'text', text: ', ' },
        { kind: 'bold', text: 'Help' },
        { kind: 'text', text: ' or ' },
        { kind: 'link', text: 'Payouts', to: 'payouts.md' },
        { kind: 'text', text: '. <b>2 * 3</b> [x] ` **' },
      ],
    },
  ]);
});
