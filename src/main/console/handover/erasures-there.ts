/**
 * Erasures that a hand-over file tells of. Erasing can't be undone, so a person here decides; then they go into the
 * list of the data directory, and the profile carries them out when it opens, as it does with those of a backup.
 */
import { localDay } from '../../../bridge/instants.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import type { SecretField } from '../../core/feature/confirmation.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import type { DatabaseFile } from '../database-file.ts';
import { addToLedger, entriesOf } from '../erasure/ledger.ts';
import { underWayOf } from '../erasure/under-way.ts';
import type { NamedErasure } from './handover-calls.ts';
import { invalid, type OwnComputer } from './own-computer.ts';

/** Those that are told one by one. */
const most = 20;
const name = 'erasures';

const customers = (count: number): string => `${count} ${count === 1 ? 'customer' : 'customers'}`;

function lineOf({ customerId, name: known, ...erasure }: NamedErasure): string {
  const { at, reason, liftedAt, isHere } = erasure;
  const who = `${customerId}${known === null ? '' : ` (“${known}”)`}`;
  const day = localDay(at);
  const since = liftedAt === null ? null : localDay(liftedAt);
  if (since === null) return `${who}: erased there on ${day}, reason “${reason}”.`;
  return isHere
    ? `${who}: erased on ${day}, here too. There, personal data is recorded again from ${since} on.`
    : `${who}: erased there on ${day}, reason “${reason}”, and recorded again from ${since} on. Here, data from before ${since} would be erased.`;
}

/** One of a customer and moment once, however many profiles of a file tell of it. */
export function erasuresByProfile() {
  const found = new Map<string, readonly [Profile, Map<string, NamedErasure>]>();
  return {
    add(profile: Profile, erasures: readonly NamedErasure[]): void {
      const [, known] = found.get(profile.id) ?? [profile, new Map<string, NamedErasure>()];
      for (const erasure of erasures) {
        const name = `${erasure.customerId} ${erasure.at}`;
        const isOlder = known.get(name)?.liftedAt != null && erasure.liftedAt === null;
        if (!isOlder) known.set(name, erasure);
      }
      if (known.size > 0) found.set(profile.id, [profile, known]);
    },
    list: (): (readonly [Profile, readonly NamedErasure[]])[] =>
      [...found.values()].map(([profile, known]) => [profile, [...known.values()]]),
  };
}

/** What the choice does. Those that are erased here too are recorded again by it. */
function choiceFor(erasures: readonly NamedErasure[]): { label: string; help: string } {
  const lifted = erasures.filter(({ isHere }) => isHere).length;
  const erased = erasures.length - lifted;
  if (erased === 0)
    return {
      label: `Record it again here too, of ${customers(lifted)}`,
      help: 'Erased data can’t be restored.',
    };
  return {
    label:
      lifted === 0
        ? `Erase it here too, of ${customers(erased)}`
        : `Erase it here too, of ${customers(erased)}, and record it again here too, of ${customers(lifted)}`,
    help: 'Erasing can’t be undone. Check that no law, contract or legal hold requires you to keep this data.',
  };
}

/** What the document says and asks about them; nothing where there are none. */
export function askAboutErasures(erasures: readonly NamedErasure[]) {
  const fields: readonly SecretField[] = [
    {
      name,
      label: 'Personal data that was erased on that computer',
      help: null,
      choices: [
        { value: 'erase', ...choiceFor(erasures) },
        { value: 'leave', label: 'Leave it', help: 'The next file of that computer asks again.' },
      ],
    },
  ];
  return {
    fields: erasures.length === 0 ? [] : fields,
    paragraphs: [
      ...erasures.slice(0, most).map(lineOf),
      ...(erasures.length > most ? [`And ${erasures.length - most} more.`] : []),
    ],
    /** Whether they are carried out. Throws Failed INVALID where nothing was chosen. */
    isChosen(given: URLSearchParams): boolean {
      const chosen = given.get(name);
      if (erasures.length > 0 && chosen !== 'erase' && chosen !== 'leave')
        throw invalid(
          erasures.every(({ isHere }) => isHere)
            ? 'Select whether the personal data is recorded again here too.'
            : 'Select whether the personal data is erased here too.',
        );
      return chosen === 'erase';
    },
  };
}

/** While the profile is closed. Gives what came of it, in sentences. Throws LedgerDamaged. */
export function takeErasures(
  { dataDir, signing, trail }: Pick<OwnComputer, 'dataDir' | 'signing' | 'trail'>,
  { id: profileId, name: profile }: Profile,
  database: DatabaseFile,
  erasures: readonly NamedErasure[],
): string[] {
  const sqlite = openSqlite(database);
  const left: string[] = [];
  const taken: NamedErasure[] = [];
  try {
    for (const erasure of erasures) {
      const why = erasure.isHere ? null : underWayOf(sqlite, erasure.customerId);
      if (why === null) taken.push(erasure);
      else left.push(`“${profile}”: ${erasure.customerId} was not erased. ${why}`);
    }
  } finally {
    sqlite.close();
  }
  if (taken.length === 0) return left;
  addToLedger(
    dataDir,
    entriesOf(
      taken.map(({ name: _, isHere: __, ...erasure }) => erasure),
      database.sealKey,
    ),
    signing,
  );
  trail.recordFor(profileId, 'handover.erasures-taken', {
    customers: taken.map(({ customerId }) => customerId),
  });
  const told = (count: number, what: string): string[] =>
    count === 0 ? [] : [`“${profile}”: personal data of ${customers(count)} is ${what}.`];
  const lifted = taken.filter(({ isHere }) => isHere).length;
  return [
    ...told(taken.length - lifted, 'erased as the profile opens'),
    ...told(lifted, 'recorded again as the profile opens'),
    ...left,
  ];
}
