/** Main's own documents: one erases a customer's personal data, one has it recorded again. */
import { longInstant } from '../../../bridge/instants.ts';
import { counted, listed } from '../../../bridge/words.ts';
import { folded } from '../../../platform/folded-text.ts';
import { terminalText } from '../../../platform/terminal-text.ts';
import type { Confirmation, Confirmed, SecretField } from '../../core/feature/confirmation.ts';
import { invalidOf } from '../../core/intents/failed.ts';
import type { StoredClose } from '../../features/reports/closes-table.ts';
import type { Erased, Part } from './profile-erasures.ts';
import type { SweptCounts } from './sweep.ts';

const erasingMs = 30 * 60_000;
const longestReason = 500;

interface OfCustomer {
  readonly customerId: string;
  /** null where none is known. */
  readonly name: string | null;
  readonly profile: string;
}

type NotedClose = Pick<StoredClose, 'from' | 'to' | 'timeZone' | 'version' | 'note'>;

export interface EraseDocument extends OfCustomer {
  readonly found: SweptCounts;
  /** Virtual accounts that are not known to be closed. */
  readonly accounts: number;
  readonly closes: readonly NotedClose[];
  act(reason: string): Promise<Erased>;
}

const reasonField = (help: string): SecretField => ({
  name: 'reason',
  label: 'Reason',
  help,
  isOpen: true,
});

/** null also where the name is of blanks alone: nobody can type it. */
const nameOf = ({ name }: OfCustomer): string | null =>
  name === null || oneLine(name) === '' ? null : name;

const shownFacts = (customer: OfCustomer) => [
  ['Customer', nameOf(customer) ?? customer.customerId] as const,
  ['Customer ID', customer.customerId] as const,
  ['Profile', customer.profile] as const,
];

/** As a person types it: accents in one character, and one blank for several, or for another kind of blank. */
const oneLine = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** Longer ones go also where they stand alone. */
const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(({ length }) => length > 2 && length < 16);

/** Closes whose notes keep a part of the name: a whole name goes, one word alone may be another's. */
function closesNaming(name: string, closes: readonly NotedClose[]): string[] {
  const parts = new Set(wordsOf(name));
  return closes
    .filter(({ note }) =>
      wordsOf(folded(note).replaceAll(folded(name), ' ')).some((word) => parts.has(word)),
    )
    .map(({ from, to, timeZone, version }) => `${from} to ${to} (${timeZone}, version ${version})`);
}

/** Also with the escapes that stand in the window for characters that can't be seen. */
const isTypedAs = (typed: string, shown: string): boolean =>
  [shown, terminalText(shown)].some((text) => oneLine(text) === oneLine(typed));

export function eraseDocument(document: EraseDocument): Confirmation {
  const { customerId, found, accounts, act } = document;
  const name = nameOf(document);
  const shown = name ?? customerId;
  const naming = name === null ? [] : closesNaming(name, document.closes);
  return {
    title: 'Erase personal data',
    facts: [...shownFacts(document), ['Stored here', inWords(found)]],
    paragraphs: [
      'Causeway erases: names, email, phone, addresses, dates of birth, tax and document numbers, bank details, deposit instructions, wallet addresses and transaction hashes, in everything that was received and sent; notes, labels, your reference and display name. Causeway also searches other notes, bank statements, closed periods and saved views.',
      'Causeway keeps: IDs, states, amounts, currencies, networks, times and checksums. Accounting and the audit log need them, and they name nobody by themselves.',
      'This can’t be undone. The service keeps its own copy: ask it to erase that too. Exported files, earlier hand-over files, what was forwarded, and folders “damaged-…” that a repair left stay where they are. A team’s database keeps its entries, sealed, and the team’s other computers keep the data until someone erases it there.',
      'Earlier backups hold the data until Causeway deletes them, those under a passphrase until you do. A restore leaves the data out where the list of erasures is on this computer or beside the backup, so keep that list with the backups.',
      'What the service reports about this customer from now on is stored without personal data, until someone selects Record personal data again. Causeway closes the profile while it erases, and rebuilds the timeline afterwards.',
      ...(accounts === 0
        ? []
        : [
            `The service may still accept deposits to ${accounts === 1 ? 'a virtual account' : `${accounts} virtual accounts`} of this customer. Causeway can’t close them, and won’t know where they pay out.`,
          ]),
      ...(naming.length === 0
        ? []
        : [
            `Parts of the customer’s name may stay in the notes of closed periods, which nobody can edit: ${listed(naming)}.`,
          ]),
    ],
    fields: [
      reasonField('It stays in the audit log and on the record. Don’t name the person in it.'),
      {
        name: 'duty',
        label: 'Duty to keep it',
        help: null,
        choices: [
          {
            value: 'none',
            label: 'No law, contract or legal hold requires you to keep this data',
            help: 'Anti-money-laundering law often requires it, for years after the last payment.',
          },
        ],
      },
      {
        name: 'name',
        label: name === null ? 'ID of the customer' : 'Name of the customer',
        help: 'Enter it as shown above to erase.',
        isOpen: true,
      },
    ],
    button: 'Erase personal data',
    lastsMs: erasingMs,
    async act(fields) {
      const reason = readReason(fields);
      if (fields.get('duty') !== 'none') {
        throw invalid('Check whether you must keep the data. If not, select the statement.');
      }
      if (!isTypedAs(fields.get('name') ?? '', shown)) {
        throw invalid(
          `Enter the ${name === null ? 'ID' : 'name'} of the customer exactly as shown above.`,
        );
      }
      return erasedNotice(customerId, await act(reason));
    },
  };
}

const stillIn: Readonly<Record<Part, string>> = {
  inbox: 'the deliveries in inbox.db',
  sandbox: 'the files of the built-in sandbox',
  pages: 'unused space in records.db',
};

function erasedNotice(customerId: string, erased: Erased): Confirmed {
  const { observations, requests, left } = erased;
  const erasedFrom = `The personal data of ${customerId} is erased from`;
  if (left.length === 0) return { sentence: `${erasedFrom} ${inWords(erased)}.` };
  const deliveries = left.includes('inbox') ? null : erased.deliveries;
  const remains = listed(left.map((part) => stillIn[part]));
  return {
    title: 'Partly erased',
    sentence: `${erasedFrom} ${inWords({ observations, requests, deliveries })}. It is still in ${remains}, which could not be opened or written. Causeway erases it there when the profile next opens.`,
  };
}

export interface RecordAgainDocument extends OfCustomer {
  readonly erasedAt: string;
  act(reason: string): Promise<void>;
}

export const recordAgainDocument = (document: RecordAgainDocument): Confirmation => ({
  title: 'Record personal data again',
  facts: [...shownFacts(document), ['Erased', longInstant(document.erasedAt)]],
  paragraphs: [
    'Erased data can’t be restored. From now on, personal data that the service reports about this customer, or that is entered here, is stored again.',
  ],
  fields: [
    reasonField(
      'For example, that the customer has come back. It stays in the audit log and on the record. Don’t name the person in it.',
    ),
  ],
  button: 'Record personal data again',
  async act(fields) {
    await document.act(readReason(fields));
    return { sentence: `Personal data of ${document.customerId} is recorded again.` };
  },
});

function readReason(fields: URLSearchParams): string {
  const reason = fields.get('reason')?.trim() ?? '';
  if (reason === '') throw invalid('Enter the reason.');
  if (reason.length > longestReason) {
    throw invalid(`Enter a reason of at most ${longestReason} characters.`);
  }
  return reason;
}

type Swept = Omit<SweptCounts, 'deliveries'> & { readonly deliveries: number | null };

const inWords = ({ observations, requests, deliveries }: Swept): string =>
  listed([
    counted(observations, 'source', 'sources'),
    counted(requests, 'request', 'requests'),
    ...(deliveries === null ? [] : [counted(deliveries, 'delivery', 'deliveries')]),
  ]);

export const invalid = invalidOf('erasure', true);
