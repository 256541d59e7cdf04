/** The session of the profile that was asked for, and no other's. */
import { Failed } from '../core/intents/failed.ts';

interface Session {
  readonly profileId: string;
}

/** Whichever is open where none was named. Throws Failed INVALID when another one is open. */
export function sessionOf<Open extends Session>(
  keeper: { session(): Open },
  profileId: string | undefined,
): Open {
  const session = keeper.session();
  requireSame(session.profileId, profileId);
  return session;
}

/** Throws Failed INVALID `other-profile` when another profile is open than the one that was named. */
export function requireSame(openId: string, profileId: string | undefined): void {
  if (profileId === undefined || openId === profileId) return;
  const sentence =
    'Another profile was selected meanwhile, so nothing was sent. Select the profile you meant, or start again in this one.';
  throw new Failed('INVALID', { sentence, cause: 'other-profile', canTryAgain: true });
}
