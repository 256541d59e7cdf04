/** Words for a file that is made to keep. */
export const fileTexts = {
  formats: { csv: 'CSV', xlsx: 'Excel' },
  action: (what: string, format: string) => `${what} (${format})`,
  making: (percent: number) => `Making the file… ${percent} %`,
  cancel: 'Stop',
  cancelFile: (name: string) => `Stop making ${name}`,
  ready: 'The file is ready.',
  download: (name: string) => `Download ${name}`,
  handedOver: (name: string) => `${name} was handed to the browser.`,
  savedTo: 'Saved to',
  cancelled: 'Stopped. No file was kept.',
  failed: 'The file could not be made',
} as const;
