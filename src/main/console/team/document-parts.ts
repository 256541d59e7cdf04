/** What documents of a team share. */
import { environmentNames } from '../../core/profiles/environment-names.ts';
import type { Team } from '../../features/team/team.ts';

/** A document waits for a person who calls a colleague, in milliseconds. */
export const lastsMs = 30 * 60_000;

/** What was signed and could not be sent. */
export const later = (isSent: boolean): string =>
  isSent
    ? ''
    : ' The database does not respond: the change is signed, and is sent when the database responds.';

export const profileFact = ({ profile: { name, environment, baseUrl } }: Team) =>
  ['Profile', `${name} · ${environmentNames[environment]} · ${baseUrl}`] as const;
