/** What is known by now that rows of a run would be a second of. */
import type { Sqlite } from '../../../../platform/sqlite.ts';
import {
  customerFingerprint,
  virtualAccountFingerprint,
} from '../../../core/creates/fingerprints.ts';
import {
  contentOf,
  intentsOfContent,
  similarIntents,
} from '../../../core/intents/similar-intents.ts';
import { createLookups } from '../../../core/records/lookups.ts';
import type { RunsRepository } from './runs-repository.ts';
import type { StoredRun, WaitingRow } from './stored-rows.ts';

/**
 * Those of the rows that journal or records know, from whatever source: a form, a delivery, an import.
 * Asked in the very step that sends them, with nothing awaited in between; seconds that a person
 * included are none of them.
 */
export type KnownSince = (run: StoredRun, rows: readonly WaitingRow[]) => WaitingRow[];

/** Key of an intent or id of what exists; the other is null where it is not known. */
interface Found {
  readonly sameness: Sameness;
  readonly key: string | null;
  readonly resourceId: string | null;
}

/** What makes two rows alike: the fingerprint, or what is sent where there is none. */
type Sameness = Pick<WaitingRow, 'fingerprint'> & { readonly content: string | null };

const samenessOf = ({ fingerprint, input }: WaitingRow): Sameness => ({
  fingerprint,
  content: fingerprint === null ? contentOf(input) : null,
});
const nameOf = ({ fingerprint, content }: Sameness): string =>
  fingerprint === null ? `content ${content}` : `fingerprint ${fingerprint.normalize('NFC')}`;

const operations = { customer: 'createCustomer', virtualAccount: 'createVirtualAccount' } as const;

export function createKnownSince(
  sqlite: Sqlite,
  repository: Pick<RunsRepository, 'secondsLike'>,
): KnownSince {
  const lookups = createLookups(sqlite);

  function inRecords(kind: StoredRun['kind'], rows: readonly WaitingRow[]): Found[] {
    const found = (id: string, fingerprint: string | null): Found[] =>
      fingerprint === null
        ? []
        : [{ sameness: { fingerprint, content: null }, key: null, resourceId: id }];
    if (kind === 'customer') {
      const emails = rows.flatMap(({ fingerprint }) => fingerprint ?? []);
      return lookups
        .customersByEmail(emails)
        .flatMap(({ id, email }) => found(id, customerFingerprint({ email })));
    }
    const places = rows.flatMap(({ input: { customerId, walletAddress } }) =>
      typeof customerId === 'string' && typeof walletAddress === 'string'
        ? [{ customerId, walletAddress }]
        : [],
    );
    return lookups
      .accountsAt(places)
      .flatMap((account) => found(account.id, virtualAccountFingerprint(account)));
  }

  /** What a person included in this run stands in the way of none of its rows: both were wanted. */
  function isOwnSecond({ number }: StoredRun, { sameness, key, resourceId }: Found): boolean {
    return repository
      .secondsLike(number, sameness)
      .some((own) => own.key === key || (own.resourceId !== null && own.resourceId === resourceId));
  }

  /** Intents that stand for one of the rows. */
  function intentsLike({ kind }: StoredRun, rows: readonly WaitingRow[]): Found[] {
    const operation = operations[kind];
    const fingerprints = rows.flatMap(({ fingerprint }) => fingerprint ?? []);
    const contents = rows.flatMap((row) => samenessOf(row).content ?? []);
    return [
      ...similarIntents(sqlite, operation, fingerprints).map(({ fingerprint, ...intent }) => ({
        ...intent,
        sameness: { fingerprint, content: null },
      })),
      ...(contents.length === 0 ? [] : intentsOfContent(sqlite, operation, contents)).map(
        ({ content, ...intent }) => ({ ...intent, sameness: { fingerprint: null, content } }),
      ),
    ];
  }

  /** Of the rows those that something found stands for, but for those that are seconds themselves. */
  function alike(run: StoredRun, rows: readonly WaitingRow[], found: readonly Found[]) {
    const wanted = new Map(rows.map((row) => [row, nameOf(samenessOf(row))]));
    const names = new Set(wanted.values());
    const known = new Set(
      found
        .filter(({ sameness }) => names.has(nameOf(sameness)))
        .filter((one) => !isOwnSecond(run, one))
        .map(({ sameness }) => nameOf(sameness)),
    );
    return rows.filter((row) => known.has(wanted.get(row) ?? ''));
  }

  return (run, rows) => {
    const asked = rows.filter(({ isSecond }) => !isSecond);
    return alike(run, asked, [...intentsLike(run, asked), ...inRecords(run.kind, asked)]);
  };
}
