/** What documents of a team share. */
import { Failed } from '../../core/intents/failed.ts';
import { environmentNames } from '../../core/profiles/environment-names.ts';
import { VaultError } from '../../core/vault/vault-error.ts';
import type { Team } from '../../features/team/team.ts';
import { invalid } from './database-fields.ts';

/** A document waits for a person who calls a colleague, in milliseconds. */
export const lastsMs = 30 * 60_000;

/** What was signed and could not be sent. */
export const later = (isSent: boolean): string =>
  isSent
    ? ''
    : ' The database does not respond: the change is signed, and is sent when the database responds.';

export const profileFact = ({ profile: { name, environment, baseUrl } }: Team) =>
  ['Profile', `${name} · ${environmentNames[environment]} · ${baseUrl}`] as const;

/** Throws Failed INVALID with all that the checks say, so that a person corrects it at once. */
export function requireEach(...checks: readonly (() => unknown)[]): void {
  const problems = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof Failed || error instanceof VaultError) return [error.message];
      throw error;
    }
  });
  if (problems.length > 0) throw invalid(problems.join(' '));
}
