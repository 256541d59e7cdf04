/** Texts of the audit log. */
export const auditTexts = {
  title: 'Audit log',
  search: 'Search actions and facts',
  filters: {
    kind: 'Action',
    by: 'Person',
    from: 'From day',
    to: 'To day',
    record: 'Record ID',
    reset: 'Clear filters',
    person: (by: string, name: string | null) => (name === null ? by : `${name} (${by})`),
    wrongDay: 'Enter a day as YYYY-MM-DD. Until then, it does not filter the list.',
  },
  export: 'Export',
  label: 'Audit log entries',
  columns: {
    sequence: 'Entry',
    at: 'When',
    action: 'Action',
    by: 'Person',
    facts: 'Facts',
    hash: 'Hash',
  },
  older: 'Older',
  newer: 'Newer',
  range: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  empty: 'No entries yet. Everything that you create or change is recorded here.',
  noMatches: 'No entries match these filters.',
  failed: 'The audit log can’t be read',
  facts: {
    label: 'State of the audit log',
    chain: 'Chain',
    unchecked: 'Not checked since this profile was opened',
    checking: (done: string, total: string) => `Checking ${done} of ${total} entries…`,
    intact: (count: string) => `Intact over ${count} entries`,
    broken: (sequence: string) => `Broken at entry ${sequence}`,
    unable: 'The check stopped. The log has the details.',
    verify: 'Check every entry',
    head: 'Signed',
    upTo: (sequence: string) => `up to entry ${sequence},`,
    unsigned: 'Not signed yet',
    key: 'Signing key',
    copyKey: 'Copy signing key',
    keyHelp: 'Give these digits to your auditor separately from the file.',
    person: 'You act as',
    unknown: 'The system does not say who is signed in',
    rename: 'Change name…',
  },
  broken: {
    title: 'The audit log was changed',
    body: (sequence: string) =>
      `Entry ${sequence} does not fit the entry before it: an entry was changed or removed there. Keep this data as it is, and compare it with a backup.`,
  },
  alarm: {
    line: 'The audit log does not fit what was signed of it.',
    see: 'See audit log',
    title: 'The audit log does not fit its signed head',
    problems: {
      cut: (signed: string, found: string) =>
        `${signed} entries were signed, and only ${found} are there. The end of the log was cut, or an older copy of the data was put in its place.`,
      replaced: (signed: string) =>
        `Entry ${signed} is not the one that was signed. The database was replaced or changed.`,
      missing: () =>
        'This log was signed before, and the file with its signed head (anchors/) is missing. Without that file, Causeway can’t tell whether the end of the log was cut.',
      unreadable: () => 'The file with the signed head (anchors/) was changed or is damaged.',
      foreign: () =>
        'The signed head is of another log, or was signed with a key that never signed this one.',
    },
    todo: 'If nobody restored an older copy on purpose, keep this data as it is and restore the newest backup beside it. Until you accept the log, no new entries are signed.',
    accept: 'Accept the log as it is…',
  },
} as const;
