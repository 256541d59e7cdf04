import { expect, it } from 'vitest';
import { textOf } from '../timeline/testing/rendered.tsx';
import { AdviceList } from './advice-list.tsx';

it('the advice to open a rejected request stands beside the way to it, and no other does', () => {
  const advice = { tone: 'info', sentence: 'It happened.', whatToDo: null } as const;
  const textFor = (code: string) =>
    textOf(<AdviceList advice={[{ ...advice, code }]} rejected="Show rejected requests" />);
  expect(textFor('not-signed')).toContain('Show rejected requests');
  expect(textFor('held')).not.toContain('Show rejected requests');
});
