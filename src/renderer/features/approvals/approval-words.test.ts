import { expect, it } from 'vitest';
import { columnsFor } from '../../components/table/columns.ts';
import { partyWords } from './approval-words.tsx';
import { columns } from './approvals-screen.tsx';

it('a colleague’s name hides nothing', () => {
  const party = { isOwn: false, isMine: false, computer: 'Desk\u202E', person: 'Ada\u200B' };
  expect(partyWords(party)).toContain('Ada\\u200B');
  expect(partyWords(party)).toContain('Desk\\u202E');
  expect(partyWords({ ...party, isMine: true })).toContain('Desk\\u202E');
});

it('a narrow list tells requests apart by when they were asked for', () => {
  const keys = (width: number) => columnsFor(columns, width).map(({ key }) => key);
  expect(keys(420)).toEqual(['title', 'state', 'at']);
  expect(keys(760)).toHaveLength(columns.length);
});
