import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/run-command.ts';

const files = globSync(
  ['src/renderer/texts/*.ts', 'src/renderer/features/**/{*texts.ts,feature.tsx}'],
  {
    cwd: root,
  },
);

/** Words that the page once used for these, and uses no more. */
const replaced: Readonly<Record<string, RegExp>> = {
  'resolve, reopen': /\b(settl\w+|what became of|takes? (it )?back|taken back)\b/i,
  'sign off': /\bclear(ed|s)? up\b/i,
  'change, mismatch': /\b(drift|depart(s|ed|ure)?|says otherwise)\b/i,
  'request, stored': /\bjournal(led)?\b/i,
  'source, received': /\b(learned|heard|brought|came to be)\b/i,
  unconfirmed: /\bby hand\b/i,
  'View as of': /\b(looks?|looking) back\b/i,
  'Verified, Signature': /\b(genuine|prove[ns]?|proved|verdict|judged?)\b/i,
  lifecycle: /\bunheard\b/i,
  'receiver, tunnel, limit': /\b(reception|way in|a place|places at)\b/i,
  rejected: /\bturned away\b/i,
  'temporary target': /\blent\b/i,
  'Resume, Paused': /\b(go(es)? on|stands? still)\b/i,
  Export: /\boutgoing\b/i,
  Causeway: /\b(console|this machine|desk|teller)\b/i,
  'response, API specification': /\bthe interface\b/i,
  'service’s message': /\bown words\b/i,
  'is not a': /\b(is|are) no (?!longer|more)\b/i,
  // `id,` is the name of a field.
  'ID, URL': /\b(Ids?|ids|id(?!,)|Url|url)\b/,
};

/** What stands for a person in a file of texts: literals with a blank, so no key and no path. */
function textsOf(source: string): string[] {
  const literals = source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g);
  return [...literals]
    .map(([, quoted, template]) => (quoted ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '…'))
    .filter((text) => /^[A-Z]|[ .]/.test(text) && !text.startsWith('.'));
}

test.each(files.filter((name) => !name.includes('.test.')))(
  '%s uses the words of the glossary',
  (name) => {
    const found = textsOf(readFileSync(join(root, name), 'utf8')).flatMap((text) =>
      Object.entries(replaced)
        .filter(([, pattern]) => pattern.test(text))
        .map(([instead]) => `${text} → ${instead}`),
    );
    expect(found).toEqual([]);
  },
);

test.each(globSync('docs/help/*.md', { cwd: root }))('%s uses them too', (name) => {
  const text = readFileSync(join(root, name), 'utf8').replaceAll(/\s+/g, ' ');
  expect(Object.values(replaced).flatMap((pattern) => pattern.exec(text)?.[0] ?? [])).toEqual([]);
});

test('a word that was replaced is found', () => {
  const source = "{ a: 'Look back', b: `% Ids`, path: './x.ts', key: 'idle' }".replace(
    '%',
    ['$', '{n}'].join(''),
  );
  expect(textsOf(source)).toEqual(['Look back', '… Ids']);
});
