import { describe, expect, it } from 'vitest';
import { sandboxFaultKinds } from '../../../bridge/sandbox-tables.ts';
import { faultOf, faultOptions, faultProblems, faultValues } from './faults-sections.tsx';
import { amountProblem } from './pay-in.tsx';
import { sandboxTexts } from './texts.ts';

describe('a fault', () => {
  it.each(sandboxFaultKinds)('%s begins without a problem', (kind) => {
    expect(faultProblems(faultValues(kind))).toEqual({});
  });

  it('has numbers where the sandbox takes numbers, and no request where it is of deliveries', () => {
    expect(faultOf({ ...faultValues('error'), operation: 'getEvent', count: ' ' })).toEqual({
      kind: 'error',
      operation: 'getEvent',
      count: null,
      options: { status: 500, when: 'before' },
    });
    const late = faultValues('reorder');
    expect(faultOf({ ...late, count: '3', options: { stepMs: '250' } })).toEqual({
      kind: 'reorder',
      operation: null,
      count: 3,
      options: { stepMs: 250 },
    });
  });

  it('names each field that is wrong', () => {
    const typed = { ...faultValues('delay'), count: '0', options: { ms: 'soon' } };
    expect(Object.keys(faultProblems(typed))).toEqual(['count', 'options.ms']);
    const nowhere = { ...faultValues('redirect'), options: { location: ' ' } };
    expect(Object.keys(faultProblems(nowhere))).toEqual(['options.location']);
  });

  it('offers what can be chosen, and leaves the rest to be typed', () => {
    expect(faultOptions('unparsable')).toEqual([
      { name: 'body', choices: ['truncated', 'html', 'empty', 'oversized'] },
    ]);
    expect(faultOptions('delay')).toEqual([{ name: 'ms', choices: null }]);
  });
});

it.each([
  ['100.00', true],
  [' 0.01 ', true],
  ['1250', true],
  ['0', false],
  ['0.00', false],
  ['1.234', false],
  ['-1', false],
  ['1e3', false],
  ['', false],
])('%j can be paid in: %s', (typed, isFine) => {
  expect(amountProblem(typed) === null).toBe(isFine);
});

it('says which mistake an amount has', () => {
  const { amountComma, amountTooLarge, amountProblem: other } = sandboxTexts.deposits;
  const problems = ['1,000.00', '1,5', '1000000000000000', '1000000000000000.50', '1.234'];
  expect(problems.map(amountProblem)).toEqual([
    amountComma,
    amountComma,
    amountTooLarge,
    amountTooLarge,
    other,
  ]);
});
