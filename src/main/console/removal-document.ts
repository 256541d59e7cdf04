/**
 * The document that removes a profile: a person chooses there whether its data is kept aside or erased.
 * What is erased can't be brought back, so something of it is typed: of production the host of its base
 * URL, which a page can't change unasked as it can a name.
 */
import type { Environment } from '../../bridge/profiles.ts';
import type { Confirmation } from '../core/feature/confirmation.ts';
import { invalidOf } from '../core/intents/failed.ts';
import { environmentNames } from '../core/profiles/environment-names.ts';

export type Removal = 'aside' | 'erase';

export interface RemovalDocument {
  readonly name: string;
  readonly environment: Environment;
  readonly baseUrl: string | null;
  /** The profile's own folder. */
  readonly folder: string;
  /** It was removed before, so there is nothing left but to erase it. */
  readonly isAside: boolean;
  /** Does it. Gives the sentence for the last page. */
  act(removal: Removal): Promise<string>;
}

const whatGoes =
  'Erases its folder with records, audit log, requests, timeline and exports, and its key and tokens. ' +
  'Deliveries in inbox.db stay encrypted, and the key is no longer on this computer. ' +
  'Earlier backups hold the profile and its key until Causeway deletes them, those under a passphrase until you do. Restoring one restores the profile, too.';
const whatStays =
  'Keeps its folder and key, so you can add it back in Settings. Deletes its tokens, and its key and password of a team’s database: an owner of the team must then invite this computer again. Deliveries to its webhooks are stored meanwhile.';

export function removalDocument(document: RemovalDocument): Confirmation {
  const { name, environment, baseUrl, folder, isAside, act } = document;
  const host = environment === 'production' && baseUrl !== null ? new URL(baseUrl).host : null;
  const [typed, what] =
    host === null ? [name, 'Name of the profile'] : [host, 'Host of its base URL'];
  return {
    title: isAside ? 'Erase profile' : 'Remove profile',
    facts: [
      ['Name', name],
      ['Environment', environmentNames[environment]],
      ...(baseUrl === null ? [] : [['Base URL', baseUrl] as const]),
      ['Folder', folder],
    ],
    paragraphs: [
      ...(isAside ? [whatGoes] : []),
      'Nothing is deleted at the service: its records stay, and webhooks continue to deliver.',
    ],
    fields: [
      ...(isAside
        ? []
        : [
            {
              name: 'removal',
              label: 'What happens to its data?',
              help: null,
              choices: [
                { value: 'aside', label: 'Keep data', help: whatStays },
                { value: 'erase', label: 'Erase data', help: whatGoes },
              ],
            },
          ]),
      {
        name: 'name',
        label: what,
        help: isAside
          ? 'Enter it to erase.'
          : 'To erase the data, enter it here. To keep the data, leave this empty.',
        isOptional: !isAside,
        isOpen: true,
      },
    ],
    button: isAside ? 'Erase profile' : 'Remove profile',
    async act(fields) {
      const removal = isAside ? 'erase' : fields.get('removal');
      if (removal === 'aside') return { sentence: await act('aside') };
      if (removal !== 'erase') throw invalid('Select what happens to the data.');
      if (fields.get('name')?.trim() === typed) return { sentence: await act('erase') };
      const missing = host === null ? 'name of the profile' : 'host of its base URL';
      throw invalid(`To erase the data, enter the ${missing} exactly as shown above.`);
    },
  };
}

export interface ResetDocument {
  readonly name: string;
  readonly folder: string;
  act(): Promise<string>;
}

/** The built-in sandbox, from the beginning: records here can't outlive the service that they are of. */
export const resetDocument = ({ name, folder, act }: ResetDocument): Confirmation => ({
  title: 'Reset sandbox',
  facts: [
    ['Profile', name],
    ['Folder', folder],
  ],
  paragraphs: [
    'Erases the sandbox’s customers, accounts, payouts, webhooks, faults and switches, and everything Causeway recorded of them: records, timeline, requests, notes and the audit log of this profile.',
    'Earlier backups still hold what Causeway recorded. Other profiles stay as they are. Tunnels stay open. A new, empty sandbox starts in its place.',
  ],
  button: 'Reset sandbox',
  act: async () => ({ sentence: await act() }),
});

const invalid = invalidOf('removal');
