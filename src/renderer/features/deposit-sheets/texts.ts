/** Texts of deposit sheets and their letterhead. */
export const depositSheetTexts = {
  open: 'Deposit sheet',
  openMany: 'Deposit sheets…',
  title: 'Deposit sheet',
  titleMany: 'Deposit sheets',
  lead: 'The bank details the customer pays into, and where the money goes. Made from current data.',
  blocked: 'You are viewing earlier data. Return to now to make deposit sheets.',

  which: 'Which accounts',
  chosen: (count: string) => `The ${count} selected in the list`,
  all: (count: string) => `All ${count} in the list`,
  choose: (name: string) => `Select ${name}`,
  chooseHeader: 'Selected',
  countChosen: (count: string) => `${count} selected`,
  clear: 'Clear selection',

  checking: 'Checking the accounts…',
  ready: (count: string) => `Ready to make: ${count}.`,
  noneReady: 'No sheet can be made.',
  leftOut: (count: string) => `${count} left out`,
  leftOutWhy:
    'Causeway makes no sheet from data that is not certain. Text and CSV can show what a PDF can’t.',
  moreLeftOut: (count: string) => `and ${count} more`,
  noun: { one: 'sheet', many: 'sheets' },
  accountNoun: { one: 'account is', many: 'accounts are' },

  format: 'Format',
  formats: {
    pdf: { label: 'PDF', help: 'A page for the customer, with your letterhead.' },
    text: { label: 'Text', help: 'For an email. Numbers have no spaces, for copying.' },
    csv: {
      label: 'CSV',
      help: 'One row per account. Numbers are stored as text, with a leading apostrophe.',
    },
  },
  packing: 'Files',
  packings: {
    one: { label: 'One file for all accounts' },
    zip: { label: 'A zip with one file per account' },
  },
  paper: 'Paper',
  papers: { a4: 'A4', letter: 'Letter' },
  noCompany: 'The sheet names no company yet.',
  companySettings: 'Set up letterhead',

  preview: 'Text',
  copy: 'Copy text',
  make: 'Make',
  close: 'Close',
  again: 'Make another',
  cancel: 'Stop',
  progress: (done: string, total: string) => `${done} of ${total} accounts`,
  states: {
    running: 'Making…',
    done: (count: string) => `The file contains ${count}.`,
    cancelled: 'Stopped. No file was saved.',
    failed: 'No file was made.',
  },
  download: (name: string) => `Download ${name}`,
  savedTo: 'Saved to',
} as const;

export const companyTexts = {
  title: 'Company',
  lead: 'Your letterhead on deposit sheets. It belongs to this profile.',
  name: 'Company name',
  address: 'Address',
  addressHelp: 'As on a letter, up to six lines.',
  paper: 'Paper',
  save: 'Save',
  saved: 'Saved.',
  logo: 'Logo',
  logoHelp: 'PNG or JPEG, at most 256 KB and 1,600 pixels wide and high.',
  noLogo: 'No logo yet.',
  chooseLogo: 'Choose logo…',
  replaceLogo: 'Replace logo…',
  removeLogo: 'Remove logo',
  logoAlt: 'Logo of the company',
  logoFacts: (width: string, height: string, kilobytes: string) =>
    `${width} × ${height} pixels, ${kilobytes} KB`,
  tooLarge: 'The file is larger than 256 KB. Choose a smaller logo.',
  unreadable: 'The file can’t be read.',
  failed: 'The letterhead can’t be read',
  problems: {
    name: 'Enter at most 120 characters.',
    address: 'Enter at most six lines of 120 characters.',
  },
} as const;
