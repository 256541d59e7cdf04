/**
 * Requests that this computer sent without a claim, as the team's database did not answer, and that another computer
 * turns out to have sent as well: neither was asked about the other.
 */
import { z } from 'zod';
import { type WriteName, writeNames } from '../../../../contract/writes.ts';
import type { Migration } from '../../../../platform/migrations.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { intentsOfContent, similarIntents } from '../../../core/intents/similar-intents.ts';

export const sentTwiceMigration: Migration = {
  id: '2026-11-29-team-sent-without',
  up: (sqlite) =>
    sqlite.exec('CREATE TABLE team_sent_without (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;'),
};

/** Keys of two requests that are the same. */
export interface SentTwice {
  readonly own: string;
  readonly other: string;
}

/** The newest that were sent so are looked through. */
const MOST = 2_000;

const ownRows = z.array(
  z.object({
    key: z.string(),
    operation: z.enum(writeNames),
    fingerprint: z.string().nullable(),
    input: z.string(),
    sequence: z.number(),
  }),
);
type Own = z.infer<typeof ownRows>[number];

export function openSentTwice(sqlite: Sqlite, isSentHere: (key: string) => boolean) {
  /** Keys of what is, or may be, by what makes it the same. */
  function standing(operation: WriteName, all: readonly Own[]): ReadonlyMap<string, string[]> {
    const fingerprints = all.flatMap(({ fingerprint }) => fingerprint ?? []);
    const contents = all.flatMap(({ fingerprint, input }) => (fingerprint === null ? input : []));
    const found = [
      ...similarIntents(sqlite, operation, fingerprints).map((one) => [one.fingerprint, one.key]),
      ...intentsOfContent(sqlite, operation, contents).map((one) => [one.content, one.key]),
    ] as [string, string][];
    const groups = Map.groupBy(found, ([sameness]) => sameness);
    return new Map([...groups].map(([sameness, same]) => [sameness, same.map(([, key]) => key)]));
  }

  /** Those that came to be known here after the own one was sent: of others a person was asked before that. */
  const cameLater = ({ key, sequence }: Own, others: readonly string[]): string[] =>
    sqlite.texts(
      `SELECT key FROM intents WHERE key IN (SELECT value FROM json_each(?)) AND sequence > ?
         AND repeats IS NOT ?`,
      [JSON.stringify(others), sequence, key],
    );

  return {
    /** Before they are sent. */
    sentWithout: (keys: readonly string[]): void => {
      sqlite.run(
        `INSERT INTO team_sent_without SELECT value FROM json_each(?) WHERE true
           ON CONFLICT DO NOTHING`,
        [JSON.stringify(keys)],
      );
    },
    sentTwice(): SentTwice[] {
      const all = ownRows.parse(
        sqlite.all(
          `SELECT intents.key, operation, fingerprint, input, intents.sequence
           FROM team_sent_without JOIN intents ON intents.key = team_sent_without.key
           ORDER BY intents.sequence DESC LIMIT ${MOST}`,
        ),
      );
      return [...Map.groupBy(all, ({ operation }) => operation)].flatMap(([operation, some]) => {
        const known = standing(operation, some);
        return some.flatMap((own) => {
          const same = known.get(own.fingerprint ?? own.input) ?? [];
          const others = same.filter((key) => key !== own.key);
          if (others.length === 0 || !same.includes(own.key)) return [];
          return cameLater(own, others)
            .filter((key) => !isSentHere(key))
            .map((other) => ({ own: own.key, other }));
        });
      });
    },
  };
}
