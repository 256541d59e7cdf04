/** Texts of exporting the events that match the filters. */
const eventsIn = (count: string): string => (count === '1' ? '1 event' : `${count} events`);

export const exportTexts = {
  open: 'Export',
  title: 'Export events',
  lead: (count: string) =>
    count === '1'
      ? '1 event matches the current filters.'
      : `${count} events match the current filters. The newest comes first.`,
  format: 'Format',
  formats: {
    csv: {
      label: 'CSV',
      help: 'One row per event, for spreadsheets. Cells that a spreadsheet would run as formulas are made safe.',
    },
    jsonl: {
      label: 'JSON Lines',
      help: 'One event per line with its body, for programs.',
    },
    report: {
      label: 'Printable report',
      help: 'A document to read and print, with the filters and the time it was made.',
    },
  },
  secrets: 'An export never contains webhook secrets.',
  action: 'Export events',
  back: 'Close',
  cancel: 'Stop export',
  progress: (done: string, total: string) => `${done} of ${eventsIn(total)}`,
  states: {
    running: 'Exporting…',
    done: (count: string) => `The file contains ${eventsIn(count)}.`,
    cancelled: 'The export was stopped. No file was saved.',
    failed: 'The export failed. No file was saved.',
  },
  /** While its dialog is closed. */
  line: 'Export',
  ended: {
    done: 'The file is ready.',
    cancelled: 'Stopped. No file was saved.',
    failed: 'Failed. No file was saved.',
  },
  show: 'Show export',
  download: (name: string) => `Download ${name}`,
  savedTo: 'Saved to',
  again: 'Export again',
} as const;
