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
      'What is missing or was not taken may be a refusal, a withdrawal, a stricter policy of approvals, or the removal of who approved. While the problem is open, nothing that needs approval is sent from this computer. Once it is put aside, requests are sent as if nothing were hidden.',
      'Ask the person at the computer that wrote these entries what they say, and whoever runs the database what was changed. If more entries are concerned later, the problem opens again.',
    ],
    fields: [
      {
        ...{ name: 'note', label: 'What you found out', isOpen: true, isLong: true },
        help: 'It is kept in the audit log of this computer.',
      },
    ],
    button: 'Put aside',
    act(fields) {
      const note = (fields.get('note') ?? '').trim();
      if (note === '') throw invalid('Enter what you found out.');
      if (note.length > 500) throw invalid('Enter a shorter note: 500 characters at most.');
      of().putAside(problem, note);
      return { title: 'Put aside', sentence: 'The problem is put aside on this computer.' };
    },
  };
}
