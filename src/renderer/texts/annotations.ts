/** Words for what people write beside a record. */
export const annotationTexts = {
  title: 'Notes and labels',
  lead: 'Kept here alone. Nothing of it is sent to the service.',
  labels: 'Labels',
  labelsHelp: 'Press Enter after each. Lists can be filtered by them.',
  removeLabel: (label: string) => `Remove label ${label}`,
  reference: 'Own reference',
  referenceHelp: 'Your own number or name for it, such as that of your ledger.',
  name: 'Your name for it',
  nameHelp:
    'Stands in lists, search and titles, and on deposit sheets, wherever the service gives no name, as of a business.',
  shared: 'The same reference stands on',
  note: 'New note',
  noteHelp: 'A note can be edited later; what it said before stays.',
  addNote: 'Add note',
  edit: 'Edit',
  editNote: (when: string) => `Edit the note of ${when}`,
  edited: 'Note',
  save: 'Save note',
  back: 'Back',
  earlier: (count: number) => (count === 1 ? '1 earlier version' : `${count} earlier versions`),
  failed: 'This was not kept',
  ofThen:
    'What was written later is hidden, and nothing can be changed while you look back. Labels that were taken away since are missing.',
  filter: 'Label',
  byHand: 'by hand',
  byHandHint: 'Entered by hand. The service has not spoken of it yet.',
  /** Said of a record of which nothing but its id is known. */
  byHandAlone:
    'This was entered by hand, and the service has not spoken of it yet. What is blank is not known; an event or an answer of the service fills it in.',
  byHandTitle: 'Entered by hand',
  more: (count: number) => `+${count}`,
  rowMarks: (labels: string, reference: string | null) =>
    [
      labels === '' ? null : `Labels: ${labels}`,
      reference === null ? null : `Own reference: ${reference}`,
    ]
      .filter((part) => part !== null)
      .join('\n'),
} as const;
