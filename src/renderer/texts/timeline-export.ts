/** Words for exporting the events of a filter. */
const eventsIn = (count: string): string => (count === '1' ? '1 event' : `${count} events`);

export const exportTexts = {
  open: 'Export',
  title: 'Export events',
  lead: (count: string) => `${eventsIn(count)}, as filtered now, newest first.`,
  format: 'Format',
  formats: {
    csv: {
      label: 'CSV',
      help: 'One row an event, for spreadsheets. Cells that a spreadsheet would run are made harmless.',
    },
    jsonl: {
      label: 'JSON Lines',
      help: 'One event a line with all that it holds, for programs.',
    },
    report: {
      label: 'Printable report',
      help: 'A document to read and print, with the filter and the time it was made.',
    },
  },
  secrets: 'Secrets of webhooks are never among them.',
  action: 'Export',
  back: 'Close',
  cancel: 'Stop the export',
  progress: (done: string, total: string) => `${done} of ${eventsIn(total)}`,
  states: {
    running: 'Writing…',
    done: (count: string) => `The file holds ${eventsIn(count)}.`,
    cancelled: 'The export was stopped. No file was kept.',
    failed: 'The export failed. No file was kept.',
  },
  /** While its dialog is closed. */
  line: 'Export',
  ended: {
    done: 'The file is ready.',
    cancelled: 'It was stopped.',
    failed: 'It failed.',
  },
  show: 'Show the export',
  download: (name: string) => `Download ${name}`,
  savedTo: 'Saved to',
  again: 'Export again',
} as const;
