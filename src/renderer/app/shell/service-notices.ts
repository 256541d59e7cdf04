/** What the frame says of the service, each thing once, with what a person can do about it. */
import type { ConnectionView } from '../../../bridge/connection.ts';
import { frameTexts } from '../../texts/frame.ts';

export interface ServiceNotice {
  tone: 'red' | 'amber';
  sentence: string;
  /** `check`: ask the service now; `token`: type another one; null: nothing helps from here. */
  action: 'check' | 'token' | null;
}

type Facts = Pick<ConnectionView, 'service' | 'writesBlocked' | 'environment' | 'vault' | 'mode'>;

/** Nothing is kept, and the profile is not the built-in one: that alone blocks every write. */
const isForgetful = ({ environment, vault }: Facts): boolean =>
  environment !== 'built-in' && vault.state === 'unlocked' && vault.backing === 'session';

/** A session in which nothing is kept, where what blocks the writes does not say so already. */
export const isSessionUnsaid = (facts: Facts): boolean =>
  facts.vault.state === 'unlocked' && facts.vault.backing === 'session' && !isForgetful(facts);

export function serviceNotices(facts: Facts): ServiceNotice[] {
  const { service } = facts;
  // A reviewer's mode is no trouble: the band says it, and each button why it does nothing.
  const writesBlocked = facts.mode === 'full' ? facts.writesBlocked : null;
  if (!isForgetful(facts) || writesBlocked === null) return ofService(facts, writesBlocked);
  return [
    { tone: 'amber', sentence: writesBlocked, action: null },
    // What is the matter with the service is another thing, and in its own words.
    ...ofService(facts, service.state === 'reachable' ? null : service.sentence),
  ];
}

function ofService(facts: Facts, sentence: string | null): ServiceNotice[] {
  const { service, environment } = facts;
  const words = sentence ?? service.sentence ?? frameTexts.connection.states[service.state];
  switch (service.state) {
    case 'unreachable':
      return [{ tone: 'red', sentence: words, action: 'check' }];
    case 'no-token':
    case 'token-refused':
      // The built-in sandbox makes its own token.
      return [
        { tone: 'amber', sentence: words, action: environment === 'built-in' ? null : 'token' },
      ];
    case 'reachable':
    case 'not-tried':
      return sentence === null ? [] : [{ tone: 'amber', sentence, action: null }];
  }
}
