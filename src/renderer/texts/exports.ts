/** Texts of exporting a file. */
export const fileTexts = {
  formats: { pdf: 'PDF', csv: 'CSV', xlsx: 'Excel', jsonl: 'JSON Lines', zip: 'ZIP' },
  action: (what: string, format: string) => `${what} (${format})`,
  making: (percent: number) => `Making the file… ${percent} %`,
  stay: 'Stay on this page until the browser saves it. If you leave, make the file again.',
  cancel: 'Stop',
  cancelFile: (name: string) => `Stop making ${name}`,
  ready: 'The file is ready.',
  download: (name: string) => `Download ${name}`,
  handedOver: (name: string) => `The browser is saving ${name}.`,
  savedTo: 'Saved to',
  cancelled: 'Stopped. No file was saved.',
  failed: 'The file can’t be made',
} as const;
