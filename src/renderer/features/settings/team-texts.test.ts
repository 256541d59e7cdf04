import { expect, it } from 'vitest';
import { teamTexts } from './team-texts.ts';

it('says that a team has no recovery key only where that was read', () => {
  expect(teamTexts.recovery.none(true)).toContain('the team is lost');
  expect(teamTexts.recovery.none(false)).not.toMatch(/none|lost/i);
});
