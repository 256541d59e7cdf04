import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditKindOf, auditLabel } from '../../src/bridge/audit-labels.ts';
import { root } from '../support/run-command.ts';

const written =
  /(?:action: |action = |record(?:For)?\((?:[\w.]+, )?|note\(|status, |work, |id\), |(?:Paused|clean|base64)[^\n']* '[a-z.-]+' : |(?:Paused|clean === ''|=== null) \? )'([a-z-]+(?:\.[a-z-]+)+)'/g;

/** Every name of an audit entry that main writes down in one piece. */
function namesInMain(): string[] {
  const sources = globSync('src/main/**/*.ts', { cwd: root }).filter((f) => !/test/.test(f));
  const found = sources.flatMap((source) =>
    [...readFileSync(join(root, source), 'utf8').matchAll(written)].map(([, name = '']) => name),
  );
  return [...new Set(found)].toSorted();
}

test('every entry of the audit log has a label of its own', () => {
  const names = namesInMain();
  expect(names.length).toBeGreaterThan(45);
  expect(names.filter((name) => auditLabel(name) === name)).toEqual([]);
  expect(new Set(names.map(auditLabel)).size).toBe(names.length);
});

test('every entry that has a label is of a kind, and not among the others', () => {
  const source = readFileSync(join(root, 'src/bridge/audit-labels.ts'), 'utf8');
  const labelled = [...source.matchAll(/^ {4}'?([a-z-]+(?:\.[a-z-]+)*)'?:/gm)].flatMap(
    ([, name = '']) => [name, `${name}.done`].filter((one) => auditLabel(one) !== one),
  );
  const names = [...namesInMain(), ...labelled];
  expect(names).toEqual(expect.arrayContaining(['approval.proposed', 'bulk.file.done']));
  expect(names.filter((name) => auditKindOf(name) === 'other')).toEqual([]);
});

test.each([
  ['customer.create.journalled', 'Customer request stored'],
  ['customer.create.not-sent', 'Customer not sent'],
  ['virtual-account.create.unknown', 'Virtual account outcome unknown'],
  ['bulk.paused', 'Bulk run paused'],
  ['bulk.file.done', 'Bulk file export made'],
  ['annotation.name-set', 'Display name set'],
  ['of-a-later.version', 'of-a-later.version'],
  ['constructor.toString', 'constructor.toString'],
])('%s is called “%s”', (name, label) => {
  expect(auditLabel(name)).toBe(label);
});
