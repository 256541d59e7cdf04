/** Texts of the notes, labels and references that people add to a record. */
export const annotationTexts = {
  title: 'Notes and labels',
  lead: 'Stored only in Causeway, never sent to the service.',
  labels: 'Labels',
  labelsHelp: 'Press Enter after each label. You can filter lists by label.',
  reference: 'Your reference',
  referenceHelp: 'Your own number or name for this record, for example from your ledger.',
  name: 'Display name',
  nameHelp:
    'Appears in lists, search, titles and deposit sheets where the service provides no name, as for a business.',
  shared: 'Also the reference of',
  note: 'New note',
  noteHelp: 'You can edit a note later. Earlier versions are kept.',
  addNote: 'Add note',
  edit: 'Edit',
  editNote: (when: string) => `Edit note of ${when}`,
  edited: 'Note',
  save: 'Save note',
  back: 'Back',
  erased: 'The text of this note was erased.',
  earlier: (count: number) => (count === 1 ? '1 earlier version' : `${count} earlier versions`),
  failed: 'Not saved',
  ofThen:
    'Later notes are hidden, and you can’t make changes while you view earlier data. Labels removed since then are missing.',
  filter: 'Label',
  byHand: 'unconfirmed',
  byHandHint: 'Entered or imported. The service has not reported it yet.',
  /** Said of a record of which nothing but its id is known. */
  byHandAlone:
    'This record was entered or imported, and the service has not reported it yet. Blank fields are not known; an event or a response from the service adds them.',
  byHandTitle: 'Unconfirmed',
  more: (count: number) => `+${count}`,
  rowMarks: (labels: string, reference: string | null) =>
    [
      labels === '' ? null : `Labels: ${labels}`,
      reference === null ? null : `Your reference: ${reference}`,
    ]
      .filter((part) => part !== null)
      .join('\n'),
} as const;
