/** What `npm run team` does and says. */
import { readFileOf, readSecretFileOf } from '../../../platform/arguments.ts';
import { readAddress } from '../../../team-log/address.ts';
import { unblockSql } from '../../../team-log/blocked-teams.ts';
import { LoginRefused, TeamDatabaseRefused } from '../../../team-log/errors.ts';
import {
  type DatabaseStatus,
  loginSql,
  NeedsAdministrator,
  readStatus,
  setUpDatabase,
} from '../../../team-log/set-up.ts';
import { fingerprintOf } from '../../core/audit/signing.ts';
import { type DatabaseOptions, type TeamCommand, teamHelp } from './team-options.ts';

/** Gives whether all is well. Throws UsageError, AddressUnusable, TeamDatabaseRefused, TeamDatabaseAway. */
export async function runTeam(asked: TeamCommand, say: (line: string) => void): Promise<boolean> {
  switch (asked.command) {
    case 'help':
      say(teamHelp.trimEnd());
      return true;
    case 'login':
      say('-- Run this with psql, connected to the database of the team, as an administrator.');
      say(loginSql(asked.name, asked.as));
      return true;
    case 'init':
      return await init(asked.database, say);
    case 'status':
      return statusSaid(await reached(asked.database, readStatus), say);
  }
}

type Where = ReturnType<typeof whereOf>;

/** A user whom the server does not let in without a password is told that none was given. */
async function reached<Result>(
  database: DatabaseOptions,
  work: (where: Where) => Promise<Result>,
): Promise<Result> {
  const where = whereOf(database);
  try {
    return await work(where);
  } catch (error) {
    if (!(error instanceof LoginRefused) || where.address.password !== null) throw error;
    throw new TeamDatabaseRefused(
      'The server does not let this user in without a password, and none was given.',
      'Give a file that holds it: --password-file FILE.',
    );
  }
}

function whereOf({ url, passwordFile, caFile }: DatabaseOptions) {
  const address = readAddress(url);
  const password =
    passwordFile === null
      ? address.password
      : readSecretFileOf('--password-file', passwordFile).trimEnd();
  const ca = caFile === null ? undefined : readFileOf('--ca', caFile);
  return { address: { ...address, password }, ca };
}

async function init(database: DatabaseOptions, say: (line: string) => void): Promise<boolean> {
  try {
    const { created, before, now } = await reached(database, setUpDatabase);
    if (created.length > 0) say(`Group roles created: ${created.join(', ')}.`);
    say(
      before === now
        ? `The database is set up: version ${now} of the schema, as before.`
        : `The database is set up: version ${now} of the schema.`,
    );
    say('Next: a login for each computer and relay (npm run team -- login NAME --as desk).');
    return true;
  } catch (error) {
    if (!(error instanceof NeedsAdministrator)) throw error;
    say(`${error.message} ${error.change}`);
    say('');
    say(error.sql);
    return false;
  }
}

function authorsSaid({ version, authors, seesAll }: DatabaseStatus, say: (line: string) => void) {
  if (version > 0 && authors.length === 0) {
    say(
      seesAll
        ? 'The database is empty: no team was created in it yet.'
        : 'No entries that this user may see. Run status as a user who sees all, such as the one of init.',
    );
  }
  for (const { team, author, role, logins, entries, bytes, at } of authors) {
    const amount = `${entries} ${entries === 1 ? 'entry' : 'entries'}, ${bytes} bytes`;
    const who = `login ${logins.join(' and ')}, ${role ?? 'no member'}, key ${fingerprintOf(author)}`;
    say(`Team ${team.slice(0, 8)}, ${who}: ${amount}, last ${at}`);
  }
}

function statusSaid(status: DatabaseStatus, say: (line: string) => void): boolean {
  const { server, version, problems, roles, connected, blocked, unclear } = status;
  say(`PostgreSQL ${Math.floor(server / 10_000)}.${server % 10_000}`);
  say(version === 0 ? 'Not set up for a team: run init.' : `Schema: version ${version}`);
  for (const { problem, change } of problems) say(`Refused by computers: ${problem} ${change}`);
  if (problems.length === 0)
    say('Settings: durable (fsync, full_page_writes, synchronous_commit).');
  for (const { role, logins, off } of roles) {
    const said = logins.map((login) => {
      const states = [
        ...(off.includes(login) ? ['NOLOGIN'] : []),
        ...(connected.includes(login) ? ['connected'] : []),
      ];
      return states.length === 0 ? login : `${login} (${states.join(', ')})`;
    });
    say(`${role}: ${said.length === 0 ? 'no logins' : said.join(', ')}`);
  }
  authorsSaid(status, say);
  unclearSaid(unclear, say);
  blockedSaid(
    blocked.filter(({ blocks }) => blocks !== 'sent'),
    say,
  );
  perhapsSentSaid(
    blocked.filter(({ blocks }) => blocks === 'sent'),
    say,
  );
  return [problems, unclear, blocked].every(({ length }) => length === 0) && version > 0;
}

function unclearSaid(unclear: DatabaseStatus['unclear'], say: (line: string) => void): void {
  for (const [first] of Map.groupBy(unclear, ({ team }) => team).values()) {
    if (first === undefined) continue;
    const { team, author, sentence } = first;
    say(
      `Who is in team ${team.slice(0, 8)} can’t be told, so what takes the place of claims is not looked for. A change of its members by key ${fingerprintOf(author)} does not count here: ${sentence}`,
    );
  }
}

function blockedSaid(blocked: DatabaseStatus['blocked'], say: (line: string) => void): void {
  const groups = Map.groupBy(blocked, ({ team, login, blocks }) => `${team} ${login} ${blocks}`);
  for (const [first, ...more] of groups.values()) {
    if (first === undefined) continue;
    const { team, position, login, blocks } = first;
    say(
      blocks === 'members'
        ? `Nobody can change the members of team ${team.slice(0, 8)}: row ${position}, written by login ${login}, takes the place of the next change and is not one. Take that login away.`
        : `Team ${team.slice(0, 8)} can’t send some requests: ${more.length + 1} of the rows written by login ${login} take the place of claims and are of no member that may claim. Take that login away.`,
    );
  }
  if (blocked.length === 0) return;
  say('Then remove what takes their place, and nothing else:');
  say(unblockSql(blocked));
}

function perhapsSentSaid(rows: DatabaseStatus['blocked'], say: (line: string) => void): void {
  for (const row of rows) {
    const { team, position, login, author, at } = row;
    say(
      `Team ${team.slice(0, 8)} can’t send a request that a member claimed at ${at} and was removed from the team since: row ${position}, written by login ${login}, key ${fingerprintOf(author)}. That request may have been sent, which the owner who removed the member could not see: check with the service first. Where it was sent, leave the row; only where it was not:`,
    );
    say(unblockSql([row]));
  }
}
