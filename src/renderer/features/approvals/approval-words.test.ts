import { expect, it } from 'vitest';
import { partyWords } from './approval-words.tsx';

it('a colleague’s name hides nothing', () => {
  const party = { isOwn: false, isMine: false, computer: 'Desk\u202E', person: 'Ada\u200B' };
  expect(partyWords(party)).toContain('Ada\\u200B');
  expect(partyWords(party)).toContain('Desk\\u202E');
  expect(partyWords({ ...party, isMine: true })).toContain('Desk\\u202E');
});
