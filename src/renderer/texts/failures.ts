/** Words for what goes wrong, where main has not given the sentence itself. */
export const failureTexts = {
  internal: 'Something went wrong inside Causeway. The log on this machine has the details.',
  notUnderstood: 'Causeway did not accept what was entered. Nothing was sent.',
  bridgeAway: 'The console does not answer. Nothing was sent.',
  bridgeLost: 'The console went away before it answered. What became of this is being looked up.',

  titles: {
    LOCKED: 'The vault is locked',
    NOT_FOUND: 'Not known here',
    INVALID: 'This can’t be carried out as it stands',
    NOT_SENT: 'Not sent',
    REFUSED: 'Refused by the service',
    UNKNOWN_OUTCOME: 'Outcome unknown',
    ASKS_FIRST: 'This looks like something you already have',
    BRIDGE_LOST: 'The console does not answer',
    INTERNAL: 'Something went wrong',
  },

  serviceWords: 'The service’s own words',
  ownWords: 'What Causeway did not accept',
  requestId: 'Request id',
  status: (status: number) => `HTTP ${status}`,
  tryAgain: 'Try again',
  retryAt: (when: string) => `The service asks to wait until ${when} before another try.`,
} as const;

/** The answer to what failed. */
export const rawAnswerTexts = {
  title: 'Response as received',
  none: 'Causeway stored no response to this request.',
  empty: 'The response had no body.',
  failed: 'The response could not be read.',
  whole: (bytes: number) =>
    bytes === 1 ? '1 byte, without secrets.' : `${bytes} bytes, without secrets.`,
  shortened: (bytes: number) => `The beginning of ${bytes} bytes, without secrets.`,
  copy: 'Copy response',
} as const;
