/**
 * The profile that a call is for goes along with everything that the call does, and with the documents
 * that it opens: whatever asks for the open profile finds it, or is refused. No procedure can forget it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type CallScope, ClosedMeanwhile } from '../bridge/named-profile.ts';
import { invalid } from '../core/intents/failed.ts';
import type { SessionManager } from './session-manager.ts';

interface Session {
  readonly profileId: string;
}

export interface NamedCalls<Open extends Session> extends CallScope {
  /**
   * The open profile. Throws as the sessions does, and Failed INVALID when the call is for another, or
   * another was named.
   */
  session(profileId?: string): Open;
}

type Keeper<Open> = Pick<SessionManager, 'settled'> & {
  session(): Open;
  current(): Open | null;
};

/** `selectedId` is the profile that is to be open. */
export function createCallScope<Open extends Session>(
  sessions: Keeper<Open>,
  selectedId: () => string,
): NamedCalls<Open> {
  const callFor = new AsyncLocalStorage<string>();
  return {
    async inOpen(profileId, work) {
      await sessions.settled();
      const open = sessions.current();
      requireSame(open?.profileId ?? selectedId(), profileId);
      try {
        return await callFor.run(profileId, work);
      } catch (cause) {
        if (open === null || sessions.current() === open) throw cause;
        throw new ClosedMeanwhile('The profile was closed.', { cause });
      }
    },
    named: (profileId, work) => callFor.run(profileId, work),
    session(profileId) {
      const session = sessions.session();
      requireSame(session.profileId, callFor.getStore());
      requireSame(session.profileId, profileId);
      return session;
    },
  };
}

/** Throws Failed INVALID `other-profile` when another profile is open than the one that was named. */
function requireSame(openId: string, profileId: string | undefined): void {
  if (profileId === undefined || openId === profileId) return;
  throw invalid(
    'Another profile was selected meanwhile, so nothing was sent. Select the profile you meant, or start again in this one.',
    'other-profile',
    true,
  );
}
