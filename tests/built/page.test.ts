import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { reachableFrom, readBuiltModule } from '../support/built-modules.ts';
import { root } from '../support/run-command.ts';

const folder = join(root, 'out/renderer');
const html = readFileSync(join(folder, 'index.html'), 'utf8');
const tags = html.match(/<(?:script|link|style)\b[^>]*>/g) ?? [];
const LIMIT_KILOBYTES = 200;

test('every script and style of the page carries the placeholder of the nonce', () => {
  const loading = tags.filter((tag) =>
    /^<(?:script|style)|rel="(?:stylesheet|modulepreload)"/.test(tag),
  );
  expect(loading.length).toBeGreaterThan(0);
  expect(loading.filter((tag) => !tag.includes('nonce="__CSP_NONCE__"'))).toEqual([]);
});

test('the page has no script of its own in the HTML and asks for nothing from elsewhere', () => {
  expect(html.match(/<script\b[^>]*>[^<]+</g)).toBeNull();
  expect(tags.filter((tag) => /(?:src|href)="(?:https?:)?\/\//.test(tag))).toEqual([]);
});

test(`the JavaScript before the first route is at most ${LIMIT_KILOBYTES} KB (brotli)`, () => {
  const entries = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, src = '']) => src);
  const names = entries.map((src) => src.replace(/^.*\/|-.{8}\.js$/g, ''));
  expect(names).toEqual(['admission', 'opening', 'index']);
  const files = entries.flatMap(
    (src) => reachableFrom(join(folder, src), { dynamic: false }).files,
  );
  const sizes = [...new Set(files)].map((file) => brotliCompressSync(readFileSync(file)).length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes / 1024).toBeLessThanOrEqual(LIMIT_KILOBYTES);
});

test('what runs before the page’s own code brings nothing that is rendered', () => {
  const [admission, opening] = [
    ...html.matchAll(/<script\b[^>]*\basync\b[^>]*\bsrc="([^"]+)"/g),
  ].map(([, src = '']) => reachableFrom(join(folder, src), { dynamic: false }).files);
  expect(admission?.length).toBe(1);
  expect(opening?.length).toBe(2);
  const code = (opening ?? []).map((file) => readFileSync(file, 'utf8')).join('\n');
  expect(code).not.toMatch(/react-dom|Symbol\.for\(.react/);
});

// The first of a circle runs while what it asks for is still empty; which one that is goes by chance.
test('no file of the page asks for itself by way of others', () => {
  const scripts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
  const imports = new Map(
    scripts.map((name) => {
      const { staticImports } = readBuiltModule(readFileSync(join(folder, 'assets', name), 'utf8'));
      return [name, staticImports.map((path) => basename(path))];
    }),
  );
  expect([...imports.values()].flat().length).toBeGreaterThan(scripts.length);
  let left = scripts;
  let before: number;
  do {
    before = left.length;
    left = left.filter((name) => imports.get(name)?.some((other) => left.includes(other)));
  } while (left.length < before);
  expect(left).toEqual([]);
});

test('there are no source maps and no stray files beside the page', () => {
  const names = readdirSync(folder, { recursive: true }).map(String);
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
});
