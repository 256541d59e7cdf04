import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { lastRenewal } from '../../components/use-now.ts';
import { bulkPaths } from '../../features/bulk/paths.ts';
import { changePaths } from '../../features/changes/paths.ts';
import { customerPaths } from '../../features/customers/paths.ts';
import { settingsPaths } from '../../features/settings/paths.ts';
import { unresolvedPaths } from '../../features/unresolved/paths.ts';
import { formatEnd } from '../../format/instants.ts';
import { frameTexts } from '../../texts/frame.ts';
import {
  expiryNotice,
  isSessionUnsaid,
  noticesToShow,
  serviceNotices,
  warningBefore,
} from './service-notices.ts';

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

const now = Date.parse('2026-11-20T12:00:00.000Z');
const ahead = (milliseconds: number): string => new Date(now + milliseconds).toISOString();
const { tokenExpires, tokenExpired } = frameTexts.notices;

describe('a token that ends', () => {
  it('is not spoken of before its last week, nor without an expiry', () => {
    expect(expiryNotice(ahead(warningBefore + 1), now)).toBeNull();
    expect(expiryNotice(null, now)).toBeNull();
    expect(expiryNotice('soon', now)).toBeNull();
  });

  it('is told in the words that every other screen has for an end', () => {
    const tomorrow = ahead(24 * 60 * 60_000);
    expect(expiryNotice(tomorrow, now)).toBe(tokenExpires(formatEnd(tomorrow, now)));
    expect(formatEnd(tomorrow, now)).toMatch(/^in 1 day \(2026-11-2\d \d\d:00:00 .+\)$/);
    expect(expiryNotice(ahead(-60_000), now)).toBe(tokenExpired(formatEnd(ahead(-60_000), now)));
  });
});

it('two places that look at different moments of a half minute tell the same age', () => {
  const tomorrow = ahead(24 * 60 * 60_000);
  const [early, late] = [now + 1, now + 29_999].map((time) =>
    formatEnd(tomorrow, lastRenewal(time)),
  );
  expect(early).toBe(late);
});

const notices = [
  { key: 'expiry', tone: 'amber' },
  { key: 'run', tone: 'blue', leadsTo: bulkPaths.run('run_1') },
  { key: 'changes', tone: 'red', leadsTo: changePaths.root },
  { key: 'unknown', tone: 'amber', leadsTo: unresolvedPaths.root },
  { key: 'created', tone: 'green', leadsTo: customerPaths.one('customer_1') },
] as const;

const keysAt = (location: string) => noticesToShow(notices, location).map(({ key }) => key);

it('the worst notice stands first, and those of one kind as they came', () => {
  expect(keysAt(settingsPaths.root)).toEqual(['changes', 'created', 'expiry', 'unknown', 'run']);
});

it.each([
  [changePaths.root, 'changes'],
  [changePaths.signedOff, 'changes'],
  [unresolvedPaths.request('1', 'unknown'), 'unknown'],
  [bulkPaths.runRows('run_1', 'refused'), 'run'],
  [customerPaths.one('customer_1'), 'created'],
])('at %s none is shown that leads there', (location, key) => {
  expect(keysAt(location)).toHaveLength(notices.length - 1);
  expect(keysAt(location)).not.toContain(key);
});
