import { expect, it } from 'vitest';
import { auditFactsOf } from './audit-facts.ts';

it('names are words, and what is null is left out', () => {
  const facts = {
    intentKey: 'ab',
    resourceId: null,
    cause: null,
    status: 201,
    isNew: false,
    pdfSha256: 'c4',
  };
  expect(auditFactsOf(facts)).toEqual([
    { name: 'Request key', value: 'ab' },
    { name: 'Status', value: '201' },
    { name: 'Is new', value: 'No' },
    { name: 'PDF SHA-256', value: 'c4' },
  ]);
});

it('what stands inside is named by its way, and a list is one value', () => {
  const facts = { proof: { baseUrl: 'https://a.example', at: null }, ids: ['x', 'y'], none: [] };
  expect(auditFactsOf(facts)).toEqual([
    { name: 'Proof · base URL', value: 'https://a.example' },
    { name: 'IDs', value: 'x, y' },
  ]);
});

it('no facts are none, and a fact of another form is still shown', () => {
  expect(auditFactsOf({})).toEqual([]);
  expect(auditFactsOf(null)).toEqual([]);
  expect(auditFactsOf('text')).toEqual([{ name: '', value: 'text' }]);
});
