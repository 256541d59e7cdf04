/** Erasing from the page: what is under way comes first, a person confirms, and no profile is open meanwhile. */
import { implement } from '@orpc/server';
import { erasuresContract } from '../../../bridge/erasures.ts';
import type { Clock } from '../../../platform/clock.ts';
import { overwrite } from '../../../platform/overwrite.ts';
import type { Random } from '../../../platform/random.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import type { AskPerson } from '../../core/feature/confirmation.ts';
import type { ProfileCore, Routes } from '../../core/feature/feature.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { Profiles } from '../../core/profiles/profiles.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { createClosesTable } from '../../features/reports/closes-table.ts';
import type { Ingress } from '../../features/webhooks/ingress.ts';
import type { NamedCalls } from '../call-scope.ts';
import type { DatabaseWork } from '../database-work.ts';
import type { FileProblems } from '../file-problems.ts';
import { durableDatabase, type ProfileSession } from '../profile-session.ts';
import { databaseKeys } from '../restore-beside/bring-in.ts';
import { openSigningKey, type People } from '../signing.ts';
import { eraseDocument, invalid, recordAgainDocument } from './erasure-documents.ts';
import { createProfileErasures, ReasonNamesPerson, UnderWay } from './profile-erasures.ts';
import { foundUnderWay, underWayOf } from './under-way.ts';

export interface ErasureSteps {
  /** Both ask a person (AskPerson). */
  erase(profileId: string, customerId: string): Promise<string | null>;
  record(profileId: string, customerId: string): Promise<string | null>;
}

export interface ErasureStepsParts {
  readonly dataDir: string;
  readonly installationId: string;
  readonly profiles: Profiles;
  readonly vault: Vault;
  readonly work: Pick<DatabaseWork, 'run' | 'requirePossible'>;
  readonly calls: Pick<NamedCalls<ProfileSession>, 'session'>;
  readonly ingress: Pick<Ingress, 'open'>;
  readonly people: Pick<People, 'person'>;
  readonly backupFolder: () => string | null;
  readonly ask: AskPerson;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onProblem: FileProblems['note'];
}

const job = { of: 'erase', is: 'Personal data is being erased.' } as const;

export function createErasureSteps(parts: ErasureStepsParts): ErasureSteps {
  const { vault, work, calls, profiles, ask } = parts;

  const customerOf = (core: ProfileCore, customerId: string) => {
    work.requirePossible();
    const columns = core.records.columns('customer', customerId);
    if (columns === null) throw invalid(`Causeway does not know customer ${customerId}.`);
    return columns;
  };

  /** While the profile is closed. */
  const within = <Result>(
    profileId: string,
    use: (erasures: ReturnType<typeof createProfileErasures>) => Promise<Result>,
  ): Promise<Result> =>
    work.run(job, async (run, signal) => {
      const keys = await databaseKeys(vault, profileId);
      const directory = profiles.directoryOf(profileId);
      const database = { file: durableDatabase(profiles, profileId), ...keys };
      const sqlite = openSqlite(database);
      try {
        return await use(
          createProfileErasures({
            ...parts,
            profileId,
            directory,
            database,
            sqlite,
            inbox: (await parts.ingress.open())?.inbox ?? null,
            signing: await openSigningKey(vault, parts.random),
            person: parts.people.person,
            run,
            signal,
          }),
        );
      } finally {
        sqlite.close();
        overwrite(keys.key, keys.sealKey);
      }
    });

  return {
    async erase(profileId, customerId) {
      const { core } = calls.session(profileId).features;
      const { name, virtualAccounts: accounts } = customerOf(core, customerId);
      const erasure = core.records.erased.of(customerId);
      if (erasure !== null && erasure.liftedAt === null) {
        throw invalid('The personal data of this customer is erased already.');
      }
      refuseFor(underWayOf(core.sqlite, customerId));
      const keys = await databaseKeys(vault, profileId);
      const database = { file: core.sqlite.file, ...keys };
      const aside = { ...job, is: 'Personal data is being looked for.', isAside: true };
      const found = await work
        .run(aside, (run) => run('survey', database, [customerId]))
        .finally(() => overwrite(keys.key, keys.sealKey));
      refuseFor(foundUnderWay(found));
      return await ask(
        eraseDocument({
          customerId,
          name,
          profile: core.profile.name,
          found,
          accounts,
          closes: createClosesTable(core.sqlite).list(),
          async act(reason) {
            refuseFor(underWayOf(calls.session(profileId).features.core.sqlite, customerId));
            try {
              return await within(profileId, ({ erase }) => erase(customerId, reason));
            } catch (error) {
              if (error instanceof UnderWay) throw invalid(error.message);
              if (!(error instanceof ReasonNamesPerson)) throw error;
              throw invalid('The reason stays, so leave the customer’s own data out of it.');
            }
          },
        }),
      );
    },

    async record(profileId, customerId) {
      const { core } = calls.session(profileId).features;
      const { name } = customerOf(core, customerId);
      const erasure = core.records.erased.of(customerId);
      if (erasure === null || erasure.liftedAt !== null) {
        throw invalid('Personal data of this customer is recorded already.');
      }
      return await ask(
        recordAgainDocument({
          customerId,
          name,
          profile: core.profile.name,
          erasedAt: erasure.at,
          act: (reason) => within(profileId, async ({ lift }) => lift(customerId, reason)),
        }),
      );
    },
  };
}

/** Throws Failed INVALID: what is under way needs the data. */
function refuseFor(why: string | null): void {
  if (why !== null) throw invalid(why);
}

const erasures = implement(erasuresContract);

export const erasureProcedures = (steps: ErasureSteps): Routes<'erasures'>['erasures'] => ({
  erase: erasures.erase.handler(async ({ input }) => ({
    path: await steps.erase(input.profileId, input.customerId),
  })),
  record: erasures.record.handler(async ({ input }) => ({
    path: await steps.record(input.profileId, input.customerId),
  })),
});
