/** What stands against virtual accounts, as a bulk run has to know it, for many at once. */
import { unconfirmedParts } from '../../core/creates/unconfirmed-parts.ts';
import { valueAt } from '../../core/creates/values.ts';
import type { Records } from '../../core/records/types.ts';
import type { ReportedChanges } from '../changes/changes.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';

export interface AccountConcerns {
  /** Mismatches of responses that nobody signed off, in sentences, by id; others are left out. */
  departing(ids: readonly string[]): ReadonlyMap<string, readonly string[]>;
  /** Why their deposit instructions are not handed out, by id; others are left out. */
  heldBack(ids: readonly string[]): ReadonlyMap<string, readonly string[]>;
  /** Resolves when `heldBack` speaks of all that is known by now. */
  followed(): Promise<void>;
}

export interface AccountConcernsParts {
  readonly records: Records;
  readonly virtualAccounts: Pick<VirtualAccounts, 'departing'>;
  readonly changes: Pick<ReportedChanges, 'concerns' | 'followed'>;
}

/** What a create and its answer are observed as: nobody typed anything of it. */
const OF_A_CREATE = 2;

export function accountConcerns(parts: AccountConcernsParts): AccountConcerns {
  const { records, virtualAccounts, changes } = parts;
  const departing = (ids: readonly string[]) =>
    new Map(
      [...virtualAccounts.departing(ids)].map(([id, found]) => [
        id,
        found.map(({ sentence }) => sentence),
      ]),
    );
  return {
    departing,
    followed: () => changes.followed(),
    heldBack(ids) {
      const departures = departing(ids);
      const byHand = records.byHand('virtualAccount', ids);
      const contents = records.contents('virtualAccount', ids);
      const reasons = [...contents].map(([id, { body, observations }]) => {
        const isPlain = observations <= OF_A_CREATE && !byHand.has(id);
        return [
          id,
          [
            ...(departures.get(id) ?? []),
            ...(valueAt(body, 'active') === true
              ? []
              : ['The service has not confirmed that the account is active.']),
            ...changes.concerns('virtualAccount', id),
            ...(isPlain ? [] : unconfirmedParts(records, id)),
          ],
        ] as const;
      });
      return new Map(reasons.filter(([, found]) => found.length > 0));
    },
  };
}
