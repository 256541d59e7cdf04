/** Words of bulk runs: how far they are, why one stands still, and what became of the rows. */
import type { BulkRun, BulkRunState } from '../../bridge/bulk.ts';
import { counted, groupedCount } from '../format/words.ts';

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
    sending: 'On its way',
    created: 'Created',
    refused: 'Refused',
    unknown: 'Unknown',
    unsent: 'Not sent',
    'left-out': 'Left out',
  },

  /** What of a run needs someone. */
  open: {
    mismatches: (count: number) => (count === 1 ? '1 differs' : `${groupedCount(count)} differ`),
    unknown: (count: number) => `${groupedCount(count)} unknown`,
    refused: (count: number) => `${groupedCount(count)} refused`,
  },

  facts: {
    started: 'Started',
    ended: 'Ended',
  },

  progress: {
    label: 'Rows that came to an end',
    of: (ended: string, total: string) => `${ended} of ${total}`,
    rate: (perSecond: string) => `${perSecond} a second`,
    left: (time: string) => `about ${time} left`,
    paced: (perSecond: string) =>
      `Slowed to ${perSecond} a second, because the service refused more.`,
    waits: (when: string) => `The service asked to wait until ${when}. It goes on by itself.`,
    again: (count: number) =>
      count === 1
        ? '1 request was refused for being too many, and made again.'
        : `${groupedCount(count)} requests were refused for being too many, and made again.`,
    survives: 'You may leave this page; the run goes on while Causeway runs.',
  },

  actions: {
    pause: 'Pause',
    goOn: 'Go on',
    stop: 'Stop…',
    failed: 'The run could not be changed',
  },

  paused: {
    byPerson: 'Paused by a person',
    byPersonBody: 'What was under way came to its end. Nothing more is sent until you go on.',
    departs: 'Stopped short: an answer is not what was sent',
    departsBody:
      'Nothing more is sent. Once every account above is cleared up, going on is your decision: the rows that still wait may come back changed as well.',
    bySelf: 'Paused by itself',
    bySelfBody: 'Nothing more is sent until you go on.',
  },

  interrupted: {
    title: 'Causeway ended in the midst of this run',
    certain: (created: string, refused: string) =>
      `Certain, from the journal on this computer: ${created} created, ${refused} refused.`,
    open: (count: number) =>
      count === 1
        ? '1 request was on its way and may have been carried out. It is not sent again.'
        : `${groupedCount(count)} requests were on their way and may have been carried out. They are not sent again.`,
    noneOpen: 'No request was on its way.',
    waiting: (count: number) =>
      count === 0
        ? 'Every row of the run was sent.'
        : `${counted(count, 'row was', 'rows were')} never sent and can go on.`,
  },

  stopped: {
    title: 'Stopped',
    body: (count: number) =>
      count === 0
        ? 'Every row of the run had been sent.'
        : `${counted(count, 'row was', 'rows were')} never sent.`,
  },

  done: {
    title: (what: string) => `${what} created`,
    /** What became of the file's other rows; that all were created is said of all alone. */
    rest({ refused, unknown, unsent, leftOut }: BulkRun['counts']): string {
      const said = [
        [refused, 'was refused by the service', 'were refused by the service'],
        [unknown, 'has an outcome that is not known yet', 'have an outcome that is not known yet'],
        [unsent, 'was not sent', 'were not sent'],
        [leftOut, 'was left out before the start', 'were left out before the start'],
      ] as const;
      const sentences = said
        .filter(([count]) => count > 0)
        .map(([count, one, many]) => `${counted(count, `row ${one}`, `rows ${many}`)}.`);
      return sentences.length === 0 ? 'Every row of the file was created.' : sentences.join(' ');
    },
  },

  unknown: {
    title: (count: number) =>
      count === 1
        ? '1 row has an unknown outcome'
        : `${groupedCount(count)} rows have an unknown outcome`,
    body: 'They were sent and no usable answer came, so each may exist. None is sent again by itself. Settle each where its request is kept.',
    settle: 'Settle them',
    see: 'See these rows',
  },

  mismatches: {
    title: (count: number) =>
      count === 1
        ? '1 account is not what was asked for'
        : `${groupedCount(count)} accounts are not what was asked for`,
    body: 'The service’s answer departs from what was sent. Don’t hand out their deposit instructions before this is cleared up with the service. The run can go on once each is cleared up on its own page.',
  },

  stop: {
    title: 'Stop this run?',
    body: (waiting: string) =>
      `${waiting} will not be sent, and the run can’t go on afterwards. What was created stays. A pause can go on later.`,
    action: 'Stop the run',
  },

  result: {
    title: 'Result',
    lead: 'Every row of the file with its state, ids, deposit instructions and reason.',
    soFar: 'Every row of the file as it stands now, with ids, deposit instructions and reasons.',
    download: 'Download result',
    seeCreated: { customer: 'See customers', virtualAccount: 'See virtual accounts' },
  },

  rows: {
    title: 'Rows',
    parts: 'Rows by state',
    all: 'All',
    row: 'Row',
    content: 'Content',
    outcome: 'Outcome',
    none: 'No row is in this state.',
    requestId: 'request id',
    departs: 'Not what was asked for',
    settle: 'Settle this request',
    again: (times: number) =>
      `sent ${times} times: the service refused the others for being too many`,
    failed: 'The rows could not be read',
  },
} as const;
