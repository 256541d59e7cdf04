/** Words that the forms share. */
export const formTexts = {
  review: 'Review',
  back: 'Back',
  start: 'Start over',
  blocked: 'Not possible now. The notice at the top says why.',
  saidAbove: 'Nothing was sent. What you typed is kept. The notice at the top says why.',
  notArrived: 'The request never reached the console, so nothing was sent. You can send it now.',
  lookingUp: {
    title: 'Finding out what became of it',
    body: 'The console went away while this was being sent. It is not sent again; as soon as the console answers, its journal says what happened.',
  },
  sending: {
    title: 'Sending',
    body: 'The service has up to a minute to answer. You may leave this page; the outcome is kept.',
  },
  unknown: {
    see: 'See what is unresolved',
    hint: 'Do not create it a second time before you know. You can look it up at the service.',
  },
  asksFirst: {
    title: 'You may already have this',
    /** Asked for another reason, which the sentence gives. */
    otherTitle: 'Before this is created',
    records: 'Looks the same:',
    intents: 'A request for the same is under way, or its outcome is unknown:',
    goOn: (action: string) => `${action} anyway`,
  },
  oneOfMarked: 'Fill in one of the marked fields.',
  problems: (count: number) =>
    count === 1 ? '1 field needs your attention.' : `${count} fields need your attention.`,
} as const;
