/** Words for looking back: the window as it was known at a moment. */
export const asOfTexts = {
  /** In the rail. */
  open: 'Look back…',
  opened: (when: string) => `As of ${when}`,
  title: 'Show what was known at an earlier moment',
  field: 'As we knew it on',
  help: 'Leaves out what was learned later, so that everything is as it was then.',
  apply: 'Look back',
  leave: 'Back to now',
  needed: 'choose a date and time',
  future: 'this moment has not come yet',

  band: (when: string) => `As known on ${when} — not what is known now.`,
  /** On a screen that has no past. */
  bandOfNow: (when: string) =>
    `You are looking back to ${when}, but this screen always shows what is known now.`,
  bandOfForm: 'Go back to now to create something.',
  working: 'Working out what was known then…',
  workingPart: (percent: number) => `Working out what was known then… ${percent} %`,
  empty: (many: string) => `No ${many} were known then`,
  emptyBody: 'What was learned later is left out. Choose a later moment, or go back to now.',
  blocked: 'You are looking at what was known earlier. Go back to now to create something.',
} as const;
