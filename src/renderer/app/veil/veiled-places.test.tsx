/** Every value of a record stands where the privacy veil blurs it, by the rules of veil.css itself. */
import { readFileSync } from 'node:fs';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { type CataloguedKind, fields, fieldsOf, listedFields } from '../../../contract/fields.ts';
import { Copied, Fact, Facts } from '../../components/facts.tsx';
import { FieldFacts, fieldColumns, RecordFacts } from '../../components/fields.tsx';
import { GroupedAddress, ShortIdentifier, WholeIdentifier } from '../../components/identifier.tsx';
import { JsonTree } from '../../components/json-tree.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { TableRow } from '../../components/table/table-row.tsx';
import { EnvironmentContext } from '../environment/environment-context.ts';
import { features, windowTitle } from '../features.ts';

const css = readFileSync(new URL('./veil.css', import.meta.url), 'utf8').replace(
  /\/\*.*?\*\//gs,
  '',
);

interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
}
type Matches = (element: Element) => boolean;

/** The simple selectors of the first list that begins with this one. */
function listFrom(first: string): Matches[] {
  const [, list] = new RegExp(`:where\\((${first}, [^)]*)\\)`).exec(css) ?? [];
  if (list === undefined) throw new Error(`The style sheet has no list of ${first}.`);
  return list.split(',').map((item) => simple(item.trim()));
}

function simple(selector: string): Matches {
  const [, name, , value] = /^\[([\w-]+)(="(.*)")?\]$/.exec(selector) ?? [];
  if (name !== undefined) {
    return ({ attributes }) =>
      value === undefined ? attributes.has(name) : attributes.get(name) === value;
  }
  if (selector.startsWith('.')) {
    return ({ attributes }) =>
      (attributes.get('class') ?? '').split(' ').includes(selector.slice(1));
  }
  return ({ tag }) => tag === selector;
}

const zones = listFrom('dd');
const readable = listFrom('time');

const isOneOf = (rules: readonly Matches[], element: Element) =>
  rules.some((matches) => matches(element));

/** The nearest element that says anything decides. */
function isVeiled(inside: readonly Element[]): boolean {
  for (const [index, element] of [...inside.entries()].reverse()) {
    const { attributes } = element;
    const isPlainFact =
      element.tag === 'dd' && inside[index - 2]?.attributes.has('data-plain') === true;
    if (attributes.has('data-plain') || isPlainFact) return false;
    const mustBe = attributes.has('data-veiled') || attributes.get('role') === 'option';
    if (!mustBe && isOneOf(readable, element)) return false;
    if (isOneOf(zones, element)) return true;
  }
  return false;
}

const voids = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/** Every text of static markup, and whether it is veiled. */
function readMarkup(html: string): { text: string; isVeiled: boolean }[] {
  const inside: Element[] = [];
  const texts: { text: string; isVeiled: boolean }[] = [];
  const body = html.replace(/<style[^>]*>.*?<\/style>/gs, '');
  for (const [part, close, tag, rest] of body.matchAll(/<(\/?)([\w-]+)([^>]*)>|[^<]+/g)) {
    if (tag === undefined) texts.push({ text: part, isVeiled: isVeiled(inside) });
    else if (close === '/') inside.pop();
    else if (!voids.has(tag) && !rest?.endsWith('/')) {
      const attributes = [...(rest ?? '').matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(
        ([, name, value]) => [name ?? '', value ?? ''] as const,
      );
      inside.push({ tag, attributes: new Map(attributes) });
    }
  }
  return texts;
}

const rendered = (node: ReactNode) =>
  readMarkup(
    renderToStaticMarkup(
      <EnvironmentContext
        value={{
          clock: () => Date.parse('2026-11-20T15:00:00.000Z'),
          mintIntentKey: () => '0'.repeat(32),
          window: new EventTarget(),
          storage: { getItem: () => null, setItem: () => undefined },
        }}
      >
        <MantineProvider>
          <Router ssrPath="/">{node}</Router>
        </MantineProvider>
      </EnvironmentContext>,
    ),
  );

/** Texts with the canary value `lark` in them, which is as long as a group of an address. */
function larks(node: ReactNode) {
  const found = rendered(node).filter(({ text }) => /lark/.test(text));
  const named = (veiled: boolean) =>
    found.filter(({ isVeiled }) => isVeiled === veiled).map(({ text }) => text);
  return { veiled: named(true), readable: named(false) };
}

/** Words of a list, figures and flags: a lark in one is no value of a person. */
const plainKinds = ['customerType', 'word', 'rate', 'moment', 'flag', 'names'];
const kinds = Object.keys(fields) as CataloguedKind[];

it.each(kinds)('every value of a %s is veiled, but for words of a list', (kind) => {
  const all = fieldsOf(kind).filter(({ kind: shown }) => !plainKinds.includes(shown));
  const known = all.map(({ name }) => ({ field: name, value: `lark ${name}` }));
  const unknown = { field: 'not.in.the.catalogue', value: 'lark of an unknown field' };
  const { veiled, readable } = larks(
    <RecordFacts
      kind={kind}
      fields={[...known, unknown]}
      customerId="lark customerId"
      customerName="lark customer’s name"
    />,
  );
  expect(readable).toEqual([]);
  expect(veiled.length).toBeGreaterThan(all.length);

  const detail = { asReceived: bodyOf(all.map(({ path }) => path)), ...rowOf(kind) };
  const inDetail = larks(
    <Facts>
      <FieldFacts fields={all} detail={detail} />
    </Facts>,
  );
  expect(inDetail.readable).toEqual([]);
  expect(inDetail.veiled.length).toBeGreaterThanOrEqual(all.length);
});

/** With a lark at each path. */
function bodyOf(paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return 'lark';
  const keys = new Set(paths.map(([key = '']) => key));
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      bodyOf(paths.filter(([first]) => first === key).map((path) => path.slice(1))),
    ]),
  );
}

const rowOf = (kind: CataloguedKind): Record<string, string> =>
  Object.fromEntries(
    listedFields(kind)
      .filter((field) => !plainKinds.includes(field.kind))
      .map(({ list }) => [list.column, 'lark in a row']),
  );

it.each(kinds)('every such column of a list of %ss is veiled', (kind) => {
  const { column } = fieldColumns(kind);
  const row = rowOf(kind);
  const columns = Object.keys(row).map((name) => column(name as never, { track: '1fr' }));
  const { readable, veiled } = larks(
    <TableRow
      row={row as never}
      columns={columns}
      {...{ index: 0, top: 0, template: '1fr', href: '#/one', isSelected: false }}
    />,
  );
  expect(readable).toEqual([]);
  expect(veiled).toHaveLength(columns.length);
});

it('a column that a screen adds is veiled unless it says that it names nobody', () => {
  const of = (isPlain: boolean) =>
    larks(
      <TableRow
        row="lark"
        columns={[{ key: 'a', header: '', track: '1fr', isPlain, render: (row: string) => row }]}
        {...{ index: 0, top: 0, template: '1fr', href: null, isSelected: false }}
      />,
    );
  expect(of(false)).toEqual({ veiled: ['lark'], readable: [] });
  expect(of(true)).toEqual({ veiled: [], readable: ['lark'] });
});

it('facts, addresses, identifiers and raw data are veiled, whoever shows them', () => {
  const json = { larkKey: { list: ['lark', { deep: 'lark' }] } };
  const { veiled, readable } = larks(
    <>
      <ShortIdentifier id="lark" what="address" />
      <WholeIdentifier id="lark" what="ID" />
      <GroupedAddress address="larklark" marks={[true]} />
      <JsonTree value={json} />
      <Facts>
        <Fact name="Name">
          <Copied text="lark" what="name">
            lark <b>lark</b>
          </Copied>
        </Fact>
      </Facts>
      <pre>lark</pre>
    </>,
  );
  expect(readable).toEqual([]);
  expect(veiled.length).toBeGreaterThanOrEqual(7);
});

it('a state, a moment, a name of a fact and what names nobody stay readable', () => {
  const texts = rendered(
    <>
      <Facts>
        <Fact name="Field">
          <StatusMark tone="green">Active</StatusMark> <time>yesterday</time>
        </Fact>
      </Facts>
      <Facts isPlain>
        <Fact name="Version">1.0</Fact>
      </Facts>
    </>,
  ).filter(({ text }) => text.trim() !== '');
  expect(texts.filter(({ isVeiled }) => isVeiled)).toEqual([]);
  expect(texts.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Field', 'Active', 'yesterday', 'Version', '1.0']),
  );
});

it('the window is named by its screen, and never by what the screen shows', () => {
  const titles = new Set(features.map(({ title }) => title));
  for (const { paths } of features) {
    const title = windowTitle(`${paths.root}/lark_1/part?search=lark`);
    expect(title).not.toMatch(/lark/);
    const screen = title.replace(/ · Causeway$/, '');
    expect(screen === 'Causeway' || titles.has(screen)).toBe(true);
  }
});
