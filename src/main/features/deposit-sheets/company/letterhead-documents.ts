/** What stands on a sheet by which customers pay, a person confirms: its words may read as payment instructions. */
import type { CompanyInput, CompanyView } from '../../../../bridge/deposit-sheets.ts';
import type { AskPerson } from '../../../core/feature/confirmation.ts';
import type { Sheets } from '../deposit-sheets.ts';

interface AskParts {
  /** Name of the profile, as the document shows it. */
  readonly profile: string;
  /** The profile’s company while the profile is open; throws where another one is. */
  readonly now: () => Sheets['company'];
  readonly ask: AskPerson;
}

/** `saved` is null where a person is asked first; `path` as in openedDocument. */
type SavedOrAsked = Promise<{ saved: CompanyView | null; path: string | null }>;

const paragraphs = [
  'This is printed on every deposit sheet of the profile, by which customers pay. Continue only if nothing in it tells them to pay anywhere else.',
];

/** The paper alone is saved at once. */
export async function saveOrAsk(
  { profile, now, ask }: AskParts,
  input: CompanyInput,
): SavedOrAsked {
  const { name, addressLines, paper } = await now().check(input);
  const before = now().get();
  if (name === before.name && addressLines.join('\n') === before.addressLines.join('\n')) {
    return { saved: await now().save(input), path: null };
  }
  const path = await ask({
    title: 'Save letterhead',
    facts: [
      ['Profile', profile],
      ['Company name', name === '' ? 'None' : name],
      ...addressLines.map((line, at) => [`Address, line ${at + 1}`, line] as const),
    ],
    paragraphs,
    button: 'Save letterhead',
    async act() {
      await now().save({ name, addressLines, paper });
      return { sentence: 'The letterhead is saved.' };
    },
  });
  return { saved: null, path };
}

/** No logo is none at once. */
export async function setLogoOrAsk(
  { profile, now, ask }: AskParts,
  base64: string | null,
): SavedOrAsked {
  if (base64 === null) return { saved: await now().setLogo(null), path: null };
  const { type, width, height, bytes } = await now().readLogo(base64);
  const path = await ask({
    title: 'Set logo',
    facts: [
      ['Profile', profile],
      ['Logo', `${width} × ${height} pixels`],
    ],
    picture: { name: 'Logo', type, bytes },
    paragraphs,
    button: 'Set logo',
    async act() {
      await now().setLogo(base64);
      return { sentence: 'The logo is set.' };
    },
  });
  return { saved: null, path };
}
