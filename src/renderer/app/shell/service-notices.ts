/** What the frame says of the service, each thing once, with what a person can do about it. */
import type { ConnectionView } from '../../../bridge/connection.ts';
import type { Tone } from '../../components/status-mark.tsx';
import { formatEnd } from '../../format/instants.ts';
import { frameTexts } from '../../texts/frame.ts';
import type { FrameNotice } from '../feature.tsx';
import { isWithin } from '../fragment.ts';

/** Worst first; what was just created comes before what waits for long. */
const order: readonly Tone[] = ['red', 'green', 'amber', 'blue', 'grey'];

export const noticesToShow = <Notice extends Pick<FrameNotice, 'tone' | 'leadsTo'>>(
  notices: readonly Notice[],
  location: string,
): Notice[] =>
  notices
    .filter(({ leadsTo }) => leadsTo === undefined || !isWithin(location, leadsTo))
    .toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));

/** The frame begins to warn this long before, in milliseconds. */
export const warningBefore = 7 * 24 * 60 * 60_000;

export function expiryNotice(expiresAt: string | null, now: number): string | null {
  if (expiresAt === null) return null;
  const left = Date.parse(expiresAt) - now;
  if (Number.isNaN(left) || left > warningBefore) return null;
  const when = formatEnd(expiresAt, now);
  return left <= 0 ? frameTexts.notices.tokenExpired(when) : frameTexts.notices.tokenExpires(when);
}

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
