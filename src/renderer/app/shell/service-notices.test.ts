import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { isSessionUnsaid, serviceNotices } from './service-notices.ts';

const view = (change: Partial<ConnectionView>): ConnectionView => ({
  profileId: 'a',
  profileName: 'Acme',
  environment: 'sandbox',
  mode: 'full',
  service: { state: 'reachable', at: null, sentence: null },
  tokenExpiresAt: null,
  writesBlocked: null,
  approvalBlocked: null,
  baseUrl: null,
  unknownIntents: 0,
  vault: { state: 'unlocked', backing: 'keychain' },
  ...change,
});
const service = (state: ConnectionView['service']['state'], sentence: string | null = null) => ({
  state,
  at: null,
  sentence,
});
const session = { state: 'unlocked', backing: 'session' } as const;

describe('what the frame says of the service', () => {
  it('nothing while all is well', () => {
    expect(serviceNotices(view({}))).toEqual([]);
    expect(serviceNotices(view({ service: service('not-tried') }))).toEqual([]);
  });

  it('nothing of reviewer mode, which the band says, and still what is wrong with the service', () => {
    const facts = { mode: 'review', writesBlocked: 'Reviewer.' } as const;
    expect(serviceNotices(view(facts))).toEqual([]);
    const down = { ...facts, service: service('unreachable', 'No answer came.') };
    expect(serviceNotices(view(down))).toMatchObject([
      { tone: 'red', sentence: 'No answer came.' },
    ]);
  });

  it('a service that is out of reach can be asked again, and nothing else can', () => {
    const blocked = 'Nothing can be created now. No answer came.';
    const facts = { service: service('unreachable', 'No answer came.'), writesBlocked: blocked };
    expect(serviceNotices(view(facts))).toEqual([
      { tone: 'red', sentence: blocked, action: 'check' },
    ]);
    expect(serviceNotices(view({ writesBlocked: 'The sandbox is not running.' }))).toEqual([
      { tone: 'amber', sentence: 'The sandbox is not running.', action: null },
    ]);
  });

  it.each(['no-token', 'token-refused'] as const)('%s is mended by a token', (state) => {
    const facts = { service: service(state), writesBlocked: 'No token.' };
    expect(serviceNotices(view(facts))).toEqual([
      { tone: 'amber', sentence: 'No token.', action: 'token' },
    ]);
    expect(serviceNotices(view({ ...facts, environment: 'built-in' }))[0]?.action).toBeNull();
  });
});

describe('a session in which nothing is kept', () => {
  it('is said once, by what blocks the writes, and there is nothing to check', () => {
    const facts = view({ vault: session, writesBlocked: 'Kept for this session only.' });
    expect(serviceNotices(facts)).toEqual([
      { tone: 'amber', sentence: 'Kept for this session only.', action: null },
    ]);
    expect(isSessionUnsaid(facts)).toBe(false);
  });

  it('and what is the matter with the service beside it, in its own words', () => {
    const facts = view({
      vault: session,
      writesBlocked: 'Kept for this session only.',
      service: service('unreachable', 'No answer came.'),
    });
    expect(serviceNotices(facts).map(({ sentence, action }) => [sentence, action])).toEqual([
      ['Kept for this session only.', null],
      ['No answer came.', 'check'],
    ]);
  });

  it('is said by a line of its own in the built-in sandbox, which can be written to', () => {
    expect(isSessionUnsaid(view({ vault: session, environment: 'built-in' }))).toBe(true);
    expect(isSessionUnsaid(view({ environment: 'built-in' }))).toBe(false);
  });
});
