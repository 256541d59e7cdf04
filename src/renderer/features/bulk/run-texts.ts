/** Texts of bulk runs: their progress, why one is paused, and the outcome of each row. */
import type { BulkRun, BulkRunState } from '../../../bridge/bulk.ts';
import { groupedCount } from '../../../bridge/words.ts';

export const bulkRunTexts = {
  states: {
    running: 'Running',
    paused: 'Paused',
    interrupted: 'Interrupted',
    stopped: 'Stopped',
    done: 'Done',
  } satisfies Record<BulkRunState, string>,

  rowStates: {
    waiting: 'Waiting',
    sending: 'Sending',
    created: 'Created',
    refused: 'Refused',
    unknown: 'Outcome unknown',
    unsent: 'Not sent',
    'left-out': 'Left out',
  },

  /** Rows of a run that need attention. */
  open: {
    mismatches: (count: number) =>
      count === 1 ? '1 mismatch' : `${groupedCount(count)} mismatches`,
    unknown: (count: number) => `${groupedCount(count)} unknown`,
    refused: (count: number) => `${groupedCount(count)} refused`,
  },

  facts: {
    started: 'Started',
    ended: 'Ended',
  },

  progress: {
    label: 'Rows sent',
    of: (sent: string, total: string) => `${sent} of ${total}`,
    rate: (perSecond: string) => `${perSecond} per second`,
    left: (time: string) => `about ${time} left`,
    paced: (perSecond: string) =>
      `Slowed to ${perSecond} per second, because the service refused a faster rate.`,
    waits: (when: string) =>
      `The service asked to wait until ${when}. The run then continues automatically.`,
    again: (count: number) =>
      count === 1
        ? 'The service refused 1 request because of its rate limit, and Causeway sent it again.'
        : `The service refused ${groupedCount(count)} requests because of its rate limit, and Causeway sent them again.`,
    survives: 'You can leave this page: the run continues while Causeway runs.',
  },

  actions: {
    pause: 'Pause',
    pausing: 'Pausing…',
    goOn: 'Resume',
    stop: 'Stop…',
    failed: 'Run not changed',
  },

  paused: {
    byPerson: 'Paused by a user',
    byPersonBody: 'Requests already sent were finished. Nothing more is sent until you resume.',
    departs: 'Paused: a response does not match its request',
    departsBody:
      'Nothing more is sent. Once every mismatch above is signed off, you decide whether to resume: responses to the waiting rows may not match either.',
    customersDepartBody:
      'Nothing more is sent until you resume. Responses to the waiting rows may not match either.',
    bySelf: 'Paused automatically',
    bySelfBody: 'Nothing more is sent until you resume.',
  },

  interrupted: {
    title: 'Causeway stopped during this run',
    certain: (created: string, refused: string) =>
      `Certain from the requests stored on this computer: ${created} created, ${refused} refused.`,
    open: (count: number) =>
      count === 1
        ? '1 request was being sent and may have been carried out. Causeway never resends it automatically.'
        : `${groupedCount(count)} requests were being sent and may have been carried out. Causeway never resends them automatically.`,
    noneOpen: 'No request was being sent.',
    waiting: (count: number) => {
      if (count === 0) return 'Every row of the run was sent.';
      return count === 1
        ? '1 row was never sent. Resume the run to send it.'
        : `${groupedCount(count)} rows were never sent. Resume the run to send them.`;
    },
  },

  stopped: {
    title: 'Stopped',
    body: (count: number) => {
      if (count === 0) return 'Every row of the run had been sent.';
      return count === 1 ? '1 row was never sent.' : `${groupedCount(count)} rows were never sent.`;
    },
    restored: 'Stopped: restored from a backup',
    restoredBody: (count: number) => {
      if (count === 0) return 'Every row of the run had been sent when the backup was made.';
      return count === 1
        ? '1 row had not been sent when the backup was made.'
        : `${groupedCount(count)} rows had not been sent when the backup was made.`;
    },
  },

  done: {
    title: (what: string) => `${what} created`,
    /** The file's other rows; only a run without any says that every row was created. */
    rest({ refused, unknown, unsent, leftOut }: BulkRun['counts']): string {
      const said = [
        [refused, 'The service refused 1 row.', 'The service refused {n} rows.'],
        [unknown, '1 row has an unknown outcome.', '{n} rows have an unknown outcome.'],
        [unsent, '1 row was not sent.', '{n} rows were not sent.'],
        [
          leftOut,
          '1 row was left out before the run started.',
          '{n} rows were left out before the run started.',
        ],
      ] as const;
      const sentences = said
        .filter(([count]) => count > 0)
        .map(([count, one, many]) =>
          count === 1 ? one : many.replace('{n}', groupedCount(count)),
        );
      return sentences.length === 0 ? 'Every row of the file was created.' : sentences.join(' ');
    },
  },

  unknown: {
    title: (count: number) =>
      count === 1
        ? '1 row has an unknown outcome'
        : `${groupedCount(count)} rows have an unknown outcome`,
    body: 'Causeway sent these rows and got no usable response, so each may exist. None is resent automatically. Resolve each under Unresolved.',
    settle: 'Resolve these requests',
    see: 'Show these rows',
  },

  mismatches: {
    title: (count: number) =>
      count === 1
        ? '1 account does not match its request'
        : `${groupedCount(count)} accounts do not match their requests`,
    body: 'Deposits may not arrive as you requested. Don’t share the deposit instructions until the service explains the mismatch. You can resume the run once every mismatch is signed off on its account’s page.',
  },

  stop: {
    title: 'Stop this run?',
    body: (waiting: string) =>
      `${waiting} will not be sent, and the run can’t be resumed. Created records stay. You can download the rows that were not sent. To continue later, pause the run instead.`,
    action: 'Stop run',
  },

  result: {
    title: 'Result',
    lead: 'Every row of the file with its state, IDs, deposit instructions and reason.',
    soFar:
      'Every row of the file in its current state, with IDs, deposit instructions and reasons.',
    download: 'Download result',
    unsent: 'Download unsent rows',
    unsentHint:
      'Choose this file as a new one to send those rows, or to request approval for them.',
    seeCreated: { customer: 'Show customers', virtualAccount: 'Show virtual accounts' },
  },

  rows: {
    title: 'Rows',
    parts: 'Rows by state',
    all: 'All',
    row: 'Row',
    content: 'Content',
    outcome: 'Outcome',
    none: 'No rows are in this state.',
    requestId: 'request ID',
    departs: 'Mismatch',
    settle: 'Resolve request',
    again: (times: number) =>
      `sent ${times} times: the service refused the other attempts because of its rate limit`,
    failed: 'The rows can’t be read',
  },
} as const;

/** What of a run needs someone, in a few words: empty when nothing does. */
export const openWords = ({ counts, mismatches }: Pick<BulkRun, 'counts' | 'mismatches'>): string =>
  [
    mismatches === 0 ? null : bulkRunTexts.open.mismatches(mismatches),
    counts.unknown === 0 ? null : bulkRunTexts.open.unknown(counts.unknown),
    counts.refused === 0 ? null : bulkRunTexts.open.refused(counts.refused),
  ]
    .filter((part) => part !== null)
    .join(' · ');
