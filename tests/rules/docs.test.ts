/** What README and docs name is there: files, headings, commands, and a reason for every dependency. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, test } from 'vitest';
import { root } from '../support/run-command.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = ['README.md', ...globSync('docs/*.md', { cwd: root })];
const manifest = JSON.parse(read('package.json')) as Readonly<Record<string, object>>;

/** What a line of git's diffstat, or a placeholder in angle brackets, stands for need not be there. */
const isExample = (text: string): boolean => /[<…|]/.test(text);

/** Paths from the root of the sources in backticks, such as `src/main/hosts`. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|tests|docs|resources|\.github)\/[^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !isExample(path));

/** A heading as GitHub makes it an anchor. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Links that lead nowhere, to a file or to a heading. */
const brokenLinks = (page: string, text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(
    ([link, to, anchor]) => {
      const file = to ? join(dirname(page), to) : page;
      if (!existsSync(join(root, file))) return [link];
      return anchor && !anchorsOf(read(file)).includes(anchor) ? [link] : [];
    },
  );

/** Scripts that are run by name and are not in package.json. */
const unknownScripts = (text: string): string[] =>
  [...text.matchAll(/npm (?:--silent )?run ([a-z]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !(name in (manifest['scripts'] ?? {})));

test.each(pages)('%s names what is there', (page) => {
  const text = read(page);
  expect(pathsIn(text).filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
  expect(brokenLinks(page, text)).toEqual([]);
  expect(unknownScripts(text)).toEqual([]);
});

it('docs/decisions.md says why of every dependency', () => {
  const [, table = ''] = read('docs/decisions.md').split('\n## Dependencies\n');
  const cells = [...table.matchAll(/^\| [^|]+ \| ([^|]+) \|/gm)].map(
    ([, libraries = '']) => libraries,
  );
  const named = new Set(cells.flatMap((libraries) => libraries.trim().split(', ')));
  const all = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  );
  const described = all.filter((name) => !name.startsWith('@types/'));
  expect([...named].filter((name) => !['Library', 'none'].includes(name)).sort()).toEqual(
    described.sort(),
  );
});

it('finds what is not there', () => {
  expect(pathsIn('`src/nowhere.ts`, `src/<name>/feature.ts`')).toEqual(['src/nowhere.ts']);
  expect(brokenLinks('docs/x.md', '[a](none.md) [b](team.md#none) [c](team.md#tls)')).toEqual([
    '](none.md)',
    '](team.md#none)',
  ]);
  expect(unknownScripts('npm run nothing, npm run check')).toEqual(['nothing']);
});
