import { expect, it } from 'vitest';
import { TeamDatabaseAway, TeamDatabaseRefused } from '../../../team-log/errors.ts';
import { awayWith } from './team-failures.ts';

it('says who can help only where the database is the cause, and once', () => {
  expect(awayWith(new TeamDatabaseAway('The team’s database ended it.'))).toEqual({
    state: 'away',
    sentence:
      'The team’s database ended it. Causeway tries again by itself. If this lasts, tell whoever runs the database.',
  });
  expect(awayWith(new TypeError('x is not a function')).sentence).not.toMatch(/runs the database/);
  expect(awayWith(new TeamDatabaseRefused('It is a copy.', 'Name the first one.'))).toEqual({
    state: 'refused',
    sentence: 'It is a copy. Name the first one.',
  });
});
