import { expect, it } from 'vitest';
import { labelOf, rowsOf, textOf } from './diagnostics-rows.ts';

it.each([
  ['freeBytes', 'Free'],
  ['isKeychainSilent', 'Keychain silent'],
  ['bytes', 'Bytes'],
  ['baseUrl', 'Base URL'],
  ['journalled', 'Stored'],
])('%s is called %s', (key, label) => {
  expect(labelOf(key)).toBe(label);
});

it.each([
  ['bytes', 2_048, '2 KB'],
  ['lastCheckMs', 12.4, '12 ms'],
  ['isOpen', false, 'No'],
  ['state', 'not-tried', 'Not tried'],
  ['class', 'SqliteError', 'SqliteError'],
  ['version', '0.1.0', '0.1.0'],
  ['architecture', 'x64', 'x64'],
  ['lastAt', null, 'None'],
  ['dataMissing', 'no-database', 'This profile has no data yet.'],
])('%s %s reads %s', (key, value, text) => {
  expect(textOf(key, value)).toBe(text);
});

it('gives every value a row, with the names of what it stands in', () => {
  expect(rowsOf({ data: { records: { customer: 1_200 }, requests: {} }, isOpen: true })).toEqual([
    { label: 'Data: records: customer', text: '1,200' },
    { label: 'Data: requests', text: 'None' },
    { label: 'Open', text: 'Yes' },
  ]);
});
