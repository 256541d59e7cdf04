/** What both documents of a hand-over stand on. */
import { longInstant } from '../../../bridge/instants.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';
import { DatabaseMissing, openSqlite } from '../../../platform/sqlite.ts';
import type { SigningKey } from '../../core/audit/signing.ts';
import type { AuditTrail, Person } from '../../core/audit/types.ts';
import type { AskPerson } from '../../core/feature/confirmation.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { invalidOf } from '../../core/intents/failed.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import type { Profiles } from '../../core/profiles/profiles.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { type Card, fingerprintOfCard, wordsOfFingerprint } from '../../features/handover/card.ts';
import type { Period } from '../../features/handover/collect.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { DatabaseWork } from '../database-work.ts';
import { lacksErasures } from '../erasure/profile-erasures.ts';
import type { FileProblems } from '../file-problems.ts';
import { durableDatabase, isDatabaseLost } from '../profile-session.ts';
import { databaseKeys } from '../restore-beside/bring-in.ts';
import type { KnownComputers } from './known-computers.ts';

export interface HandoverParts {
  readonly dataDir: string;
  readonly vault: Pick<Vault, 'isDurable' | 'named' | 'dataKey' | 'sealKey'>;
  readonly profiles: Pick<Profiles, 'list' | 'selected' | 'directoryOf'>;
  readonly work: Pick<DatabaseWork, 'run' | 'requirePossible'>;
  readonly known: Pick<KnownSecrets, 'values'>;
  /** Whether what the person does may change the profile's data for good. */
  readonly mayErase: (profileId: string) => boolean;
  readonly person: () => Person | null;
  readonly trail: Pick<AuditTrail, 'recordFor'>;
  readonly ask: AskPerson;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onProblem: FileProblems['note'];
  readonly onChange: () => void;
}

export interface OwnComputer extends HandoverParts {
  readonly signing: SigningKey;
  readonly card: Card;
  readonly computers: () => KnownComputers;
  /** A person compared the words of this card. */
  remember(card: Card): void;
}

export const invalid = invalidOf('handover');

/** Whoever asks overwrites its keys when done. Throws DatabaseMissing: opened, a lost one would seem whole. */
export async function databaseOf(
  { dataDir, vault, profiles }: Pick<OwnComputer, 'dataDir' | 'vault' | 'profiles'>,
  profileId: string,
): Promise<DatabaseFile> {
  const file = durableDatabase(profiles, profileId);
  if (isDatabaseLost(dataDir, profileId)) throw new DatabaseMissing(file);
  return { file, ...(await databaseKeys(vault, profileId)) };
}

/** Erasures of the lists are carried out when a profile opens. Throws Failed INVALID where that is still to come. */
export function requireErased(
  { dataDir, signing }: Pick<OwnComputer, 'dataDir' | 'signing'>,
  { name }: Pick<Profile, 'name'>,
  database: DatabaseFile,
): void {
  const sqlite = openSqlite(database);
  try {
    const own = signing.publicKey;
    if (!lacksErasures(dataDir, { sqlite, sealKey: database.sealKey, own })) return;
  } finally {
    sqlite.close();
  }
  const sentence = `Open the profile “${name}” once, then hand over again. It still holds personal data that was erased since the backup; Causeway erases it when the profile opens.`;
  throw invalid(sentence);
}

export const wordsOfCard = (card: Card): readonly string[] =>
  wordsOfFingerprint(fingerprintOfCard(card));

export const isKnownCard = ({ computers }: OwnComputer, card: Card): boolean =>
  computers()
    .list()
    .some((one) => fingerprintOfCard(one.card) === fingerprintOfCard(card));

/** A document waits for a person who calls a colleague. */
export const documentLastsMs = 30 * 60_000;

export function periodText({ from, to }: Period): string {
  if (from === null) return to === null ? 'At any time' : `Before ${longInstant(to)}`;
  const since = `From ${longInstant(from)}`;
  return to === null ? `${since} on` : `${since}, before ${longInstant(to)}`;
}
