/** Another way into the database of a team that this computer is in: checked whole, and kept only then. */
import {
  type ChainHead,
  type ChainHeads,
  intactHash,
  streamOfTeam,
} from '../../../team-log/entry.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import {
  type DatabaseAccess,
  databaseOf,
  shownDatabase,
  userOf,
  withUser,
} from './database-address.ts';
import { type EnteringParts, tried } from './entering.ts';
import { createJudgeStore } from './judge-store.ts';
import { invalid } from './team-failures.ts';
import type { TeamSecrets } from './team-secrets.ts';
import type { TeamRow } from './team-state.ts';

export interface ChangingAccessParts
  extends Pick<
    EnteringParts,
    'sqlite' | 'state' | 'vault' | 'record' | 'openLog' | 'begin' | 'end' | 'onChange'
  > {
  /** Throws Failed INVALID where this computer has no key of the team. */
  readonly requireSecrets: () => TeamSecrets;
  /** As the team calls an author. */
  readonly nameOf: (author: string) => string;
}

/** What stands in the document at first; `hasCa`: certificates are stored. */
export interface PresentAccess {
  /** `postgres://host/name`. */
  readonly database: string;
  readonly user: string;
  readonly hasCa: boolean;
}

/** As typed; `ca` is undefined where what is stored stays. */
export interface ChangedAccess extends Omit<DatabaseAccess, 'ca'> {
  readonly database: string;
  readonly ca: string | null | undefined;
}

const oneEntry = { entries: 1, bytes: 1 };
/** Authors that a person is told of by name. */
const maxNamed = 5;

/** All throw Failed INVALID with what stopped them. */
export function createChangingAccess(parts: ChangingAccessParts) {
  const { sqlite, state, vault, requireSecrets, openLog } = parts;

  let changes = 0;
  let isChanging = false;

  function requireNone(): void {
    if (isChanging) throw invalid('The access is already being changed.');
  }

  function requireRow(): TeamRow {
    const row = state.get();
    requireSecrets();
    if (row === null || row.ended !== null) throw invalid('This computer is not in a team.');
    return row;
  }

  /** Heads of this computer, without what waits to be sent. */
  function sentHeads(row: TeamRow, stream: string): ChainHeads {
    const heads = createJudgeStore(sqlite).heads(stream);
    const first = state.firstOf(stream, row.author);
    if (first === null) return heads;
    const { [row.author]: _own, ...others } = heads;
    const { sequence, previous: hash } = first;
    return sequence === 1 ? others : { ...others, [row.author]: { sequence: sequence - 1, hash } };
  }

  async function hasEntry(
    log: TeamLog,
    stream: string,
    author: string,
    { sequence, hash }: ChainHead,
  ): Promise<boolean> {
    const [entry] = await log.readAuthor(stream, author, sequence - 1, oneEntry);
    return entry !== undefined && entry.sequence === sequence && intactHash(entry) === hash;
  }

  /** What it lacks that this computer has read, one entry an author, but for what it is known to lack. */
  async function missingIn(row: TeamRow, log: TeamLog, stream: string): Promise<string[]> {
    const there = await log.headsOf(stream);
    const missing: string[] = [];
    for (const [author, head] of Object.entries(sentHeads(row, stream))) {
      const has = there[author]?.sequence ?? 0;
      const isThere = has >= head.sequence && (await hasEntry(log, stream, author, head));
      // What another one has in its place is never known to be missing.
      const isKnown =
        has < head.sequence && state.isMissing(stream, author, has + 1, head.sequence);
      if (!isThere && !isKnown) missing.push(`${parts.nameOf(author)} (entry ${head.sequence})`);
    }
    return missing;
  }

  async function requireWhole(row: TeamRow, log: TeamLog): Promise<void> {
    const teamStream = streamOfTeam(row.team);
    const isFounding = state.firstOf(teamStream, row.author)?.sequence === 1;
    if (!isFounding && Object.keys(await log.headsOf(teamStream)).length === 0)
      throw invalid(
        'This database does not hold this team. Check the host and the name after the last /.',
      );
    const missing = [
      ...(await missingIn(row, log, teamStream)),
      ...(await missingIn(row, log, row.stream)),
    ];
    if (missing.length === 0) return;
    const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : '';
    throw invalid(
      `This database lacks entries that this computer has read, or shows others in their place: of ${missing.slice(0, maxNamed).join(', ')}${more}. It may be an earlier copy of the team’s database. Causeway keeps using the previous access.`,
    );
  }

  return {
    /** Since the profile was opened. */
    accessChanges: (): number => changes,
    /** It is connected to nothing for a moment. */
    isChangingAccess: (): boolean => isChanging,
    presentAccess(): PresentAccess {
      const { url, ca } = requireRow();
      return {
        database: `postgres://${shownDatabase(url)}`,
        user: userOf(url),
        hasCa: ca !== null,
      };
    },
    async changeAccess(typed: ChangedAccess): Promise<void> {
      requireNone();
      const row = requireRow();
      const url = withUser(databaseOf(typed.database), typed.user);
      const ca = typed.ca === undefined ? row.ca : typed.ca;
      const check = async (): Promise<void> => {
        const log = openLog(url, typed.password, ca, row.team);
        await tried(log, () => requireWhole(row, log));
        // It may have left, or joined another team, meanwhile.
        if (requireRow().author !== row.author) throw invalid('This computer joined another team.');
      };
      await check();
      // Another one may have begun meanwhile.
      requireNone();
      const secrets = requireSecrets();
      isChanging = true;
      try {
        await parts.end();
        // What was said until then has to be there, too.
        await check();
        await vault.keep({ ...secrets, password: typed.password });
        sqlite.transaction(() => {
          state.reachBy(url, ca);
          parts.record('access-changed', { database: shownDatabase(url), user: userOf(url) });
        });
      } catch (error) {
        if (state.get()?.author === row.author) await vault.keep(secrets);
        throw error;
      } finally {
        isChanging = false;
        await parts.begin();
      }
      changes += 1;
      parts.onChange();
    },
  };
}
