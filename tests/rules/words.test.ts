import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/run-command.ts';

const isOurs = (file: string): boolean =>
  !/\.test\.tsx?$|\/testing\/|\/test-[^/]*$|migrations/.test(file);

/** Files that hold nothing but texts. */
const catalogues = globSync(
  ['src/renderer/texts/*.ts', 'src/renderer/features/**/{*texts.ts,feature.tsx}'],
  { cwd: root },
).filter(isOurs);
/** Files in which sentences stand among code: documents, messages, notices, command lines. */
const others = globSync('src/{bridge,main,platform,relay,renderer,team-log}/**/*.{ts,tsx}', {
  cwd: root,
}).filter((file) => isOurs(file) && !catalogues.includes(file));

/** Why these stay. */
const allowed: readonly (readonly [text: RegExp, why: string])[] = [
  [/^Causeway, a treasury console for /, 'What Causeway is, said once.'],
  [/--as desk|causeway_desk/, 'A role in the database: stored names stay.'],
  [/^A desktop treasury console for /, 'What Causeway is, said once.'],
  [/\ba place of (that day|a request)|\bwithout a place\b/i, 'Of a team’s daily limit.'],
  [/of the copy needs no journal/, 'SQLite’s.'],
];

/** Words that texts once used for these, and use no more. */
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
  'is not a': /(?<!\bthere )\b(is|are) no (?!longer|more)\b/i,
  // `id,` is the name of a field, `--url` an option, `"url":` a key.
  'ID, URL': /(?<!-)\b(Ids?|ids|id(?!,)|Url|url)\b(?![-"])/,
  'no longer': /\b(no|not|nothing|nobody)\b[^.]*\bany ?more\b|\bno more\./i,
};

/** Rows of proofs.md are what each run reported, word for word. */
const isRecord = (name: string, part: string): boolean =>
  name === 'docs/proofs.md' && part.startsWith('|');

const textsIn = (source: string): string[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(([, quoted, template]) =>
    (quoted ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '…'),
  );

/** What stands for a person in a file of texts: literals with a blank, so no key and no path. */
const textsOf = (source: string): string[] =>
  textsIn(source).filter((text) => /^[A-Z]|[ .]/.test(text) && !text.startsWith('.'));

const sql =
  /^[\s…]*(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|DROP|ALTER|WITH|BEGIN|EXPLAIN|ATTACH|ORDER|WHERE|EXISTS|FROM|AND|ON CONFLICT)\b/;

/** Literals that begin like a sentence. */
const isSentence = (text: string): boolean => /^[A-Z“…][^_?]*[a-z] /s.test(text);
/** Literals that end like one, as those that are joined to a beginning. `= ?` ends a condition in SQL. */
const isEnding = (text: string): boolean =>
  /^[a-z].*([.:]|[^ ]\?)$/s.test(text) && text.split(' ').length > 3;

/** What stands for a person among code. */
const sentencesOf = (source: string): string[] =>
  textsIn(source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')).filter(
    (text) => (isSentence(text) || isEnding(text)) && !text.includes('${') && !sql.test(text),
  );

/** Paragraphs, items and rows of a page, without code, which has names of its own. */
const partsOf = (page: string): string[] =>
  page
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/(?<=\n\n)(?: {4}.*\n)+/g, '')
    .replaceAll(/`[^`]*`|\]\([^)]*\)|https?:\S*/g, '…')
    .split(/\n(?=\n|\||\s*-|\s*\d+\. )/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim());

/** What of a text the glossary replaced, with the word that stands for it now. */
const replacedIn = (text: string): string[] =>
  allowed.some(([stays]) => stays.test(text))
    ? []
    : Object.entries(replaced)
        .filter(([, pattern]) => pattern.test(text))
        .map(([instead]) => `${text} → ${instead}`);

test.each(catalogues)('%s uses the words of the glossary', (name) => {
  const source = readFileSync(join(root, name), 'utf8');
  expect(textsOf(source).flatMap(replacedIn)).toEqual([]);
});

test('sentences among code use them too', () => {
  const found = others.flatMap((name) =>
    sentencesOf(readFileSync(join(root, name), 'utf8'))
      .flatMap(replacedIn)
      .map((what) => `${name}: ${what}`),
  );
  expect(found).toEqual([]);
});

test.each(globSync('docs/help/*.md', { cwd: root }))('%s uses them too', (name) => {
  const text = readFileSync(join(root, name), 'utf8').replaceAll(/\s+/g, ' ');
  expect(Object.values(replaced).flatMap((pattern) => pattern.exec(text)?.[0] ?? [])).toEqual([]);
});

test.each(globSync(['docs/*.md', 'README.md'], { cwd: root }))('%s uses them', (name) => {
  const parts = partsOf(readFileSync(join(root, name), 'utf8'));
  expect(parts.filter((part) => !isRecord(name, part)).flatMap(replacedIn)).toEqual([]);
});

test('a word that was replaced is found', () => {
  const source = "{ a: 'Look back', b: `% Ids`, path: './x.ts', key: 'idle' }".replace(
    '%',
    ['$', '{n}'].join(''),
  );
  expect(textsOf(source)).toEqual(['Look back', '… Ids']);
  expect(sentencesOf(`${source}; // 'It is no file.'`)).toEqual(['Look back']);
  expect(sentencesOf("'and this is no file.', 'a = ? AND id = ?'")).toEqual([
    'and this is no file.',
  ]);
  expect(partsOf('The\nconsole, `id`.\n\n```\nid\n```\n- [x](id.md)')).toEqual([
    'The console, ….',
    '',
    '',
    '- [x…',
  ]);
  expect(replacedIn('Look back')).toEqual(['Look back → View as of']);
});
