/** Texts that the forms share. */
export const formTexts = {
  review: 'Review',
  back: 'Back',
  start: 'Start over',
  other: 'Other…',
  blocked: 'Not available now. The notice at the top says why.',
  saidAbove: 'Nothing was sent. Your entries are kept. The notice at the top says why.',
  notArrived: 'The request did not reach Causeway, so nothing was sent. You can send it now.',
  lookingUp: {
    title: 'Checking the outcome',
    body: 'Causeway stopped responding while it sent this request. It does not resend it. When Causeway responds again, its record of requests shows the outcome.',
  },
  sending: {
    title: 'Sending',
    body: 'The service has up to a minute to respond. You can leave this page; Causeway records the outcome.',
  },
  unknown: {
    see: 'Show unresolved requests',
    hint: 'Don’t create a second one before you know the outcome. Check with the service.',
  },
  asksFirst: {
    title: 'You may already have this',
    /** Asked for another reason, which the sentence gives. */
    otherTitle: 'Check before you create this',
    records: 'Possible duplicates:',
    intents: 'Requests under way, or with an unknown outcome, for the same:',
    goOn: (action: string) => `${action} anyway`,
  },
  leave: {
    title: 'Leave without saving?',
    body: 'Something that you typed is not saved yet, for example a note beside a record. It is lost if you leave.',
    action: 'Leave without saving',
  },
  oneOfMarked: 'Enter a value in one of the marked fields.',
  problems: (count: number) =>
    count === 1 ? '1 field needs your attention.' : `${count} fields need your attention.`,
} as const;
