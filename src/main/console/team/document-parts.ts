/** What several documents of a team have. */
import type { Team } from '../../features/team/team.ts';
import { environmentNames } from '../profile-document.ts';

/** What was signed and could not be sent. */
export const later = (isSent: boolean): string =>
  isSent ? '' : ' The database does not answer: the change is signed, and goes when it does.';

/** A document waits for a person who calls a colleague. */
export const lastsMs = 30 * 60_000;

export const profileFact = ({ profile: { name, environment, baseUrl } }: Team) =>
  ['Profile', `${name} · ${environmentNames[environment]} · ${baseUrl}`] as const;
