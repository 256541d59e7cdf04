/** Texts of evidence packs. */
export const evidenceTexts = {
  open: 'Evidence pack…',
  title: 'Evidence pack',
  lead: 'One zip with the deliveries and their signature checks, requests and responses, records with their sources, sign-offs and their entries in the audit log, signed. It opens without Causeway: a report to read, and a program for Node that names any part that was changed. It contains no secrets.',
  period:
    'Everything that was received, sent, signed off or recorded in the period, whichever customer it is about.',
  personalData: 'Personal data',
  choices: {
    whole: {
      label: 'Include',
      help: 'The files contain names, emails, addresses and account numbers as received.',
    },
    masked: {
      label: 'Mask',
      help: 'IDs, times, states and amounts stay. A pack that includes personal data can show later what was masked. Names of people who worked in Causeway stay in the audit log.',
    },
  },
  asOf: 'The pack contains only what was known at the time that you are viewing.',
  make: 'Make evidence pack',
  kept: 'The audit log records that the pack was made.',
} as const;
