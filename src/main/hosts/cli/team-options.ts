/** Options of `npm run team`. */
import { readArguments, UsageError } from '../../../platform/arguments.ts';
import { nonEmpty } from './options.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Holds the password; without it, the one in the URL. */
  readonly passwordFile: string | null;
  /** PEM of the authority that signed the server's certificate. */
  readonly caFile: string | null;
}

export type TeamCommand =
  | { readonly command: 'help' }
  | { readonly command: 'init' | 'status'; readonly database: DatabaseOptions }
  | { readonly command: 'login'; readonly name: string; readonly as: 'desk' | 'relay' };

export const teamHelp = `Sets up a PostgreSQL database for a team of Causeway (docs/team.md).

  npm run team -- init --database-url URL         Creates what is missing: group roles,
                                                  schema, privileges. Run it again after
                                                  an update. Where this user may not, it
                                                  prints the SQL for an administrator.
  npm run team -- login NAME --as desk|relay      Prints the SQL that creates a login for
                                                  a computer or for a relay.
  npm run team -- status --database-url URL       Versions, settings, logins, and how much
                                                  each author wrote.

  URL                     postgres://USER@HOST[:PORT][,HOST…]/DATABASE. Over a network TLS
                          is always used, and the server's certificate checked; on this
                          computer where the URL ends with ?sslmode=verify-full.
  --password-file FILE    The password of USER, so that it is in no list of processes. Mode 0600.
  --ca FILE               The certificate (PEM) of the authority that signed the server's.
  --help                  Print this.
`;

const options = {
  'database-url': { type: 'string' },
  'password-file': { type: 'string' },
  ca: { type: 'string' },
  as: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** As PostgreSQL takes it without surprises, in logs and in its settings. */
const loginName = /^[a-z_][a-z0-9_-]{0,62}$/;

/** Parses the arguments after the command's name. Throws UsageError. */
export function parseTeamOptions(args: readonly string[]): TeamCommand {
  const [command = '--help', ...rest] = args;
  const isLogin = command === 'login';
  const [name = '', ...others] = rest;
  const hasName = isLogin && !name.startsWith('-');
  const values = readArguments(command.startsWith('-') ? args : hasName ? others : rest, options);
  if (values.help || args.length === 0) return { command: 'help' };
  if (isLogin) return loginAsked(name, values.as);
  if (command !== 'init' && command !== 'status') {
    throw new UsageError('Say what to do: init, login or status. See --help.');
  }
  const url = values['database-url'] ?? '';
  if (url === '') throw new UsageError('Enter the database as --database-url URL.');
  return {
    command,
    database: {
      url,
      passwordFile: nonEmpty('--password-file', values['password-file']),
      caFile: nonEmpty('--ca', values.ca),
    },
  };
}

function loginAsked(name: string, as: string | undefined): TeamCommand {
  if (!loginName.test(name)) {
    throw new UsageError(
      'Name the login first: lowercase letters, digits, _ and -, 63 at most. See --help.',
    );
  }
  if (as !== 'desk' && as !== 'relay') {
    throw new UsageError('Say what the login is for: --as desk or --as relay.');
  }
  return { command: 'login', name, as };
}
