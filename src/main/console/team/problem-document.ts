/** Main's own document in which an owner puts a problem of a team's log aside: what it may hide stands there. */
import { longInstant } from '../../../bridge/instants.ts';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import type { Team } from '../../features/team/team.ts';
import { invalid } from './database-fields.ts';

/** Throws Failed INVALID where it is not there any more, or this computer is no owner's. */
export function problemDocument(of: () => Team, number: number): Confirmation {
  const { problem, author } = of().problem(number);
  const { kind, sequence, until, sentence, at } = problem;
  return {
    title: 'Put this problem aside?',
    facts: [
      ['Problem', kind],
      ['Entries by', author],
      ['Entries', sequence === until ? String(sequence) : `${sequence} to ${until}`],
      ['Found', longInstant(at)],
    ],
    paragraphs: [
      sentence,
      'What is missing or was not taken may be a refusal, a withdrawal, a stricter policy of approvals, or the removal of who approved. While the problem is open, nothing that needs approval is sent from a computer that has found it. Once it is put aside, requests are sent as if nothing were hidden, on all of them.',
      'Ask the person at the computer that wrote these entries what they say, and whoever runs the database what was changed. If more entries are concerned later, the problem opens again.',
    ],
    fields: [
      {
        ...{ name: 'note', label: 'What you found out', isOpen: true, isLong: true },
        help: 'The team’s other computers show it, with the name of this one. It is kept in their audit logs.',
      },
    ],
    button: 'Put aside',
    async act(fields) {
      const note = (fields.get('note') ?? '').trim();
      if (note === '') throw invalid('Enter what you found out.');
      if (note.length > 500) throw invalid('Enter a shorter note: 500 characters at most.');
      await of().putAside(problem, note);
      return {
        title: 'Put aside',
        sentence:
          'The problem is put aside here, and on every computer of the team that has found the same once it reads this.',
      };
    },
  };
}
