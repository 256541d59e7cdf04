/** Texts of changes: values that differ from what the service reported before. */
export const changesTexts = {
  title: 'Changes',
  /** In the rail, for a screen reader, behind the name. */
  badge: (count: number) => (count === 1 ? '1 is open' : `${count} are open`),
  lead: 'Values that differ from what the service reported before. Each stays open until someone checks it and signs it off.',
  parts: { label: 'Changes', open: 'Open', signedOff: 'Signed off' },
  listLabel: 'Changes',
  failed: 'The changes can’t be read',
  emptyTitle: 'No changes to sign off',
  emptyBody:
    'Causeway compares each response and event with what the service reported before. Changes to a status, deposit instructions, a destination or fees are listed here.',
  noneSignedOff: 'No changes signed off yet',
  noneSignedOffBody: 'Changes that you sign off are listed here, with the time and the note.',
  more: (shown: string, total: string) =>
    `Showing the first ${shown} of ${total}. Sign these off to see the rest.`,
  newest: (shown: string, total: string) => `Showing the newest ${shown} of ${total}.`,

  line: (count: number) =>
    count === 1
      ? 'The service changed a virtual account’s destination. Don’t let anyone pay in until someone checks it.'
      : `The service changed ${count} virtual account destinations. Don’t let anyone pay in until someone checks them.`,
  see: 'Show changes',

  mark: { destination: 'Destination changed', grave: 'Changed', notable: 'Changed' },
  alarm: {
    destination: 'Destination changed',
    other: 'The service reported a change',
    destinationBody:
      'The service now reports another destination for deposits. Don’t let anyone pay in until the service confirms who changed it.',
    body: 'Check whether the change is correct, then sign it off.',
  },
  kinds: {
    customer: 'Customer',
    virtualAccount: 'Virtual account',
    bankAccount: 'Bank account',
    webhook: 'Webhook',
  },
  headings: ['Value', 'Record', 'Before', 'Now'],
  was: 'Before',
  is: 'Now',
  nothing: 'Nothing',
  lastTold: 'last reported',
  firstTold: 'first reported',

  choose: (what: string) => `Select ${what}`,
  chooseAll: 'Select all shown',
  signOff: 'Sign off',
  signOffAll: (count: number) => (count === 1 ? 'Sign off' : `Sign off all ${count}`),
  signOffChosen: (count: number) => `Sign off ${count} selected`,
  dialog: {
    title: (count: number) =>
      count === 1 ? 'Sign off this change' : `Sign off these ${count} changes`,
    body: (count: number) =>
      count === 1
        ? 'You confirm that you checked this change and it is correct. This can’t be undone.'
        : `You confirm that you checked these ${count} changes and they are correct. This can’t be undone.`,
    note: 'Note',
    noteHelp: 'Optional: who you asked, and what they said. The audit log keeps it.',
    action: 'Sign off',
  },
  signedOffAt: 'Signed off',
  here: 'on this computer',
  elsewhere: 'on another computer',
} as const;
