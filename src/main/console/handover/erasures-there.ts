/**
 * Erasures that a hand-over file tells of. Erasing can't be undone, so a person here decides; then they go into the
 * list of the data directory, and the profile carries them out when it opens, as it does with those of a backup.
 */
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

const lineOf = ({ customerId, name: known, at, reason, liftedAt }: NamedErasure): string =>
  `${customerId}${known === null ? '' : ` (“${known}”)`}: ${
    liftedAt === null
      ? `erased there on ${at.slice(0, 10)}, reason “${reason}”.`
      : `erased there on ${at.slice(0, 10)}, and recorded again from ${liftedAt.slice(0, 10)} on.`
  }`;

/** What the document says and asks about them; nothing where there are none. */
export function askAboutErasures(erasures: readonly NamedErasure[]) {
  const fields: readonly SecretField[] = [
    {
      ...{ name, label: 'Personal data that was erased on that computer', help: null },
      choices: [
        {
          ...{ value: 'erase', label: `Erase it here too, of ${customers(erasures.length)}` },
          help: 'This can’t be undone. Check that no law, contract or legal hold requires keeping it.',
        },
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
        throw invalid('Select whether the personal data is erased here too.');
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
    for (const one of erasures) {
      const why = underWayOf(sqlite, one.customerId);
      if (why === null) taken.push(one);
      else left.push(`“${profile}”: ${one.customerId} was not erased. ${why}`);
    }
  } finally {
    sqlite.close();
  }
  if (taken.length === 0) return left;
  addToLedger(
    dataDir,
    entriesOf(
      taken.map(({ name: _, ...erasure }) => erasure),
      database.sealKey,
    ),
    signing,
  );
  trail.recordFor(profileId, 'handover.erasures-taken', {
    customers: taken.map(({ customerId }) => customerId),
  });
  const done = `“${profile}”: personal data of ${customers(taken.length)} is erased as the profile opens.`;
  return [done, ...left];
}
