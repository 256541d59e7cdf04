/** Texts of failures for which main gives no message. */
export const failureTexts = {
  internal:
    'Causeway failed. To get help, save diagnostics under Settings, Diagnostics; the log on this computer has more.',
  notUnderstood: 'Causeway did not accept the input. Nothing was sent.',
  bridgeAway: 'Causeway is not responding. Nothing was sent.',
  bridgeLost: 'Causeway stopped before it responded. It looks up the outcome when it is back.',

  titles: {
    LOCKED: 'The vault is locked',
    NOT_FOUND: 'Not known to Causeway',
    INVALID: 'This can’t be completed',
    NOT_SENT: 'Not sent',
    REFUSED: 'Refused by the service',
    UNKNOWN_OUTCOME: 'Outcome unknown',
    ASKS_FIRST: 'This looks like something you already have',
    NEEDS_APPROVAL: 'Needs approval',
    BRIDGE_LOST: 'Causeway is not responding',
    INTERNAL: 'Something went wrong',
  },

  /** Title of a read that failed and says nothing else. */
  notRead: 'This can’t be read',
  serviceWords: 'Service’s message',
  ownWords: 'Not accepted by Causeway',
  requestId: 'Request ID',
  status: (status: number) => `HTTP ${status}`,
  tryAgain: 'Try again',
  retryAt: (when: string) => `The service asks you to wait until ${when} before you try again.`,
} as const;

/** Texts of the response to a request that failed. */
export const rawResponseTexts = {
  title: 'Response as received',
  none: 'Causeway stored no response to this request.',
  empty: 'The response had no body.',
  failed: 'The response can’t be read.',
  whole: (bytes: number) =>
    bytes === 1 ? '1 byte, without secrets.' : `${bytes} bytes, without secrets.`,
  shortened: (bytes: number) => `The first part of ${bytes} bytes, without secrets.`,
  copy: 'Copy response',
} as const;
