/** Texts of viewing data as of an earlier time. */
export const asOfTexts = {
  /** In the rail. */
  open: 'View as of…',
  opened: (when: string) => `As of ${when}`,
  title: 'View data as of an earlier time',
  field: 'Date and time',
  help: 'Shows only data received by then.',
  apply: 'View',
  leave: 'Return to now',
  future: 'Enter a time in the past.',

  band: (when: string) => `As of ${when}. Data received later is hidden.`,
  /** On a screen that has no past. */
  bandOfNow: (when: string) =>
    `You are viewing data as of ${when}, but this screen always shows current data.`,
  bandOfForm: 'Return to now to create something.',
  working: 'Preparing earlier data…',
  workingPart: (percent: number) => `Preparing earlier data… ${percent} %`,
  empty: (many: string) => `No ${many} known then`,
  emptyBody: 'Data received later is hidden. Choose a later time, or return to now.',
  blocked: 'You are viewing earlier data. Return to now to create something.',
} as const;
