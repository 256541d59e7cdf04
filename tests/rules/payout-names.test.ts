/** docs/payouts.md lists the names under which a payout's facts are looked for. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { likelyPointers, payoutNotions } from '../../src/contract/payout-fields.ts';
import { root } from '../support/run-command.ts';

/** Camel case alone: snake case follows from it. */
const namesOf = (tier: readonly string[]): string =>
  tier
    .map((pointer) => pointer.slice(1))
    .filter((name) => !/_[a-z]/.test(name))
    .map((name) => `\`${name}\``)
    .join(', ');

const table = [
  '| Fact | Names, those of the first line before others |',
  '|---|---|',
  ...payoutNotions.map(
    (notion) => `| ${notion} | ${likelyPointers[notion].map(namesOf).join('<br>')} |`,
  ),
].join('\n');

it('docs/payouts.md lists every name that is looked for', async () => {
  const text = await readFile(join(root, 'docs/payouts.md'), 'utf8');
  const [, listed] = /<!-- names -->\n(.*?)\n?<!-- \/names -->/s.exec(text) ?? [];
  expect(listed).toBe(table);
});
