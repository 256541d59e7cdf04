/**
 * Entries of a team's log as computers publish them, signed and sealed, for a database that is filled at once:
 * a person's request and what it created, in one entry, by twenty computers in turn.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import postgres from 'postgres';
import { responseExamples } from '../../src/contract/examples.ts';
import { profileMigrations } from '../../src/main/console/profile-session.ts';
import { openRecords } from '../../src/main/core/records/records.ts';
import { createPublishing } from '../../src/main/features/team/publishing.ts';
import { openTeamState } from '../../src/main/features/team/team-state.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { createSeal } from '../../src/platform/sealing.ts';
import { openMemorySqlite } from '../../src/platform/sqlite.ts';
import type { SignedEntry, TeamSigning } from '../../src/team-log/entry.ts';
import { currentEpoch } from '../../src/team-log/membership.ts';
import { at, type createTeam } from '../../src/team-log/testing/team.ts';

type Team = ReturnType<typeof createTeam>;

export const authors = 20;
const observedAt = '2026-11-20T12:00:00.000Z';
const key = 'b'.repeat(32);
/** In the place of what differs between entries, and as long. */
const place = 'X'.repeat(12);

/** What a computer publishes when a person creates a customer. */
function contentOf(own: string): string {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32).fill(1)));
  migrate(sqlite, profileMigrations);
  const id = `customer_${place}`;
  sqlite.run(
    `INSERT INTO intents (key, operation, state, input, journalled_at, settled_at, resource_id, sentence, messages)
     VALUES (?, 'createCustomer', 'created', ?, ?, ?, ?, '', '[]')`,
    [
      key,
      JSON.stringify({ type: 'individual', email: `${place}@example.com` }),
      observedAt,
      observedAt,
      id,
    ],
  );
  sqlite.transaction(
    () =>
      void openRecords({ sqlite }).observe({
        kind: 'customer',
        id,
        source: 'create-answer',
        observedAt,
        intentKey: key,
        body: { ...responseExamples.createCustomer, id, email: `${place}@example.com` },
      }),
  );
  let content = '';
  const publishing = createPublishing({
    sqlite,
    state: openTeamState(sqlite),
    own,
    known: () => [],
    start: () => ({ computer: own, person: 'Ada', computers: { [own]: 'Desk' } }),
  });
  publishing.step(
    (bytes) => {
      content += Buffer.from(bytes).toString();
    },
    () => undefined,
  );
  sqlite.close();
  return content;
}

export const linesOf = (): number => contentOf('a'.repeat(64)).split('\n').length - 1;

/** In order: each of the authors in turn. */
export function* corpus(team: Team, stream: string, count: number): Generator<SignedEntry> {
  const members: TeamSigning[] = [];
  for (let one = 0; one < authors; one += 1) members.push(team.add('operator'));
  const epoch = currentEpoch(team.membership());
  const contents = members.map(({ publicKey }) => contentOf(publicKey));
  for (let number = 0; number < count; number += 1) {
    const by = members[number % authors];
    const content = contents[number % authors];
    if (by === undefined || content === undefined) return;
    const own = createHash('sha256').update(String(number)).digest('hex').slice(0, 12);
    const text = content.replaceAll(place, own).replaceAll(key, `${'b'.repeat(20)}${own}`);
    yield team.chainOf(by, stream).next({ kind: 'facts', epoch, content: Buffer.from(text), at });
  }
}

const bytea = (hex: string) => `\\\\x${hex}`;

/** Written by COPY, a transaction for each thousand. */
export async function fill(url: string, entries: Iterable<SignedEntry>): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  let bytes = 0;
  let rows: string[] = [];
  const write = async (): Promise<void> => {
    const into = await sql`COPY causeway.entries
      (team, stream, author, sequence, kind, epoch, previous, follows, at, payload, signature, bytes)
      FROM STDIN`.writable();
    if (!into.write(rows.join(''))) await once(into, 'drain');
    into.end();
    await finished(into);
    rows = [];
  };
  for (const entry of entries) {
    bytes += entry.bytes.length;
    rows.push(
      `${[
        bytea(entry.team),
        bytea(entry.stream),
        bytea(entry.author),
        entry.sequence,
        entry.kind,
        entry.epoch,
        bytea(entry.previous),
        entry.follows === null ? '\\N' : bytea(entry.follows),
        entry.at,
        bytea(entry.payload),
        bytea(entry.signature),
        bytea(Buffer.from(entry.bytes).toString('hex')),
      ].join('\t')}\n`,
    );
    if (rows.length === 1_000) await write();
  }
  if (rows.length > 0) await write();
  await sql`VACUUM ANALYZE causeway.entries`;
  await sql.end();
  return bytes;
}
