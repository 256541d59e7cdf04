/** Settings that are kept: what is said of them is what main has, for the profile that is shown. */
import { ORPCError } from '@orpc/client';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { ApprovalRule } from '../../../bridge/approvals.ts';
import type { LockSettings } from '../../../bridge/lock.ts';
import { type Answers, connection, showPage, twice } from '../../app/testing/show-page.tsx';
import { failureTexts } from '../../texts/failures.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { ApprovalPolicySection } from './approval-policy.tsx';
import { BackupsPart } from './backups-part.tsx';
import { CompanySection } from './company-section.tsx';
import { LockSection } from './lock-section.tsx';
import { NoticesSection } from './notices-section.tsx';
import { settingsPaths } from './paths.ts';
import { ProfileItem } from './profile-item.tsx';
import { ProfilesSection } from './profiles-section.tsx';
import { RetentionSection } from './settings-screen.tsx';
import { policyTexts, teamTexts } from './team-texts.ts';
import { TeamToken } from './team-token.tsx';
import { settingsTexts } from './texts.ts';

const { lock, backups } = settingsTexts;
const at = '2026-11-20T12:00:00.000Z';
const opened = vaultTexts.entry.opened;
const said = (sentence: string) => Promise.reject(new ORPCError('INVALID', { data: { sentence } }));

it('what was chosen while the lock was saved stays chosen, and is not called saved', async () => {
  const saved = Promise.withResolvers<object>();
  const view = (settings: LockSettings) => ({
    settings,
    isDefault: false,
    opensBy: 'click' as const,
    hearsSystem: 'sleep-and-screen' as const,
  });
  const first = { idleMinutes: 10, withSystem: false };
  const { press, user, asked } = showPage(<LockSection />, {
    lock: { view: () => view(first), save: () => saved.promise },
  });
  const system = () => screen.findByRole<HTMLInputElement>('switch');
  await user.click(await system());
  await press(lock.save);
  await user.click(await system());
  await act(async () => saved.resolve(view({ ...first, withSystem: true })));
  expect((await system()).checked).toBe(false);
  expect(screen.queryByText(lock.saved)).toBeNull();
  await press(lock.save);
  expect(asked('lock.save')).toEqual([{ ...first, withSystem: true }, first]);
});

it('retention says why it removes nothing', async () => {
  const waiting = 'This computer’s clock is 365 days ahead of the service’s.';
  const limits = { deliveries: 2, responses: null, inputs: null };
  showPage(<RetentionSection />, {
    retention: { get: () => ({ ...limits, last: null, waiting }) },
  });
  expect(await screen.findByText(waiting)).toBeDefined();
});

const fails = () => said('Not now.');

it.each<[string, ReactNode, Answers]>([
  ['notices.settings', <NoticesSection key="n" />, { notices: { settings: fails } }],
  [
    'depositSheets.company.get',
    <CompanySection key="c" />,
    { depositSheets: { company: { get: fails } } },
  ],
  ['retention.get', <RetentionSection key="r" />, { retention: { get: fails } }],
])('what %s can’t read is said, and read again', async (call, part, answers) => {
  const { press, asked } = showPage(part, answers);
  await screen.findByText('Not now.');
  await press(failureTexts.tryAgain);
  await waitFor(() => expect(asked(call)).toHaveLength(2));
});

const rule = (network: string | null): ApprovalRule => ({
  of: 'createVirtualAccount',
  network,
  isNewAddress: false,
  approvers: 1,
  feeAtLeast: null,
  rowsAtLeast: null,
});

function openPolicy(setPolicy: NonNullable<Answers['approvals']>['setPolicy']) {
  let setAt = at;
  const page = showPage(<ApprovalPolicySection />, {
    approvals: {
      status: () => ({
        policy: { rules: [rule('mine'), rule('polygon')], limits: [], allowWithoutDatabase: false },
        sentences: [],
        policies: 1,
        isWaiting: false,
        isLost: false,
        setBy: null,
        setAt,
        maySet: true,
      }),
      ...(setPolicy && { setPolicy }),
    },
  });
  const setElsewhere = async (now: string) => {
    setAt = now;
    await page.readAgain();
  };
  return { ...page, setElsewhere };
}

it('the form of a policy stays until its own window has done its work', async () => {
  const { press, button, setElsewhere } = openPolicy(() => ({ path: null }));
  await press(policyTexts.edit);
  await setElsewhere('2026-11-20T12:01:00.000Z');
  await twice(await button(policyTexts.set));
  await screen.findByText(opened);
  await setElsewhere('2026-11-20T12:02:00.000Z');
  await button(policyTexts.edit);
  expect(screen.queryByText(opened)).toBeNull();
});

it('a policy whose window could not be opened stays as it was typed where another one is set', async () => {
  const { press, button, setElsewhere, asksBeforeUnload } = openPolicy(() => said('Not now.'));
  await press(policyTexts.edit);
  expect(asksBeforeUnload()).toBe(false);
  await press(policyTexts.removeRule(1));
  expect(asksBeforeUnload()).toBe(true);
  await press(policyTexts.set);
  await screen.findByText('Not now.');
  await setElsewhere('2026-11-20T12:01:00.000Z');
  await waitFor(() => expect(screen.queryByText('Not now.')).toBeNull());
  await button(policyTexts.set);
  expect(screen.queryByRole('button', { name: policyTexts.removeRule(2) })).toBeNull();
});

it.each([1, 2])(
  'a policy that waits is told to apply beside another where there is one: %i',
  async (policies) => {
    showPage(<ApprovalPolicySection />, {
      approvals: {
        status: () => ({
          policy: { rules: [], limits: [], allowWithoutDatabase: false },
          sentences: [],
          policies,
          isWaiting: true,
          isLost: false,
          setBy: null,
          setAt: at,
          maySet: true,
        }),
      },
    });
    await screen.findByText(policyTexts.waits, { exact: false });
    expect(screen.queryAllByText(policyTexts.bothApply, { exact: false })).toHaveLength(
      policies - 1,
    );
  },
);

it('a rule that is removed takes nothing of the next one along', async () => {
  const { press, field, asked } = openPolicy(() => ({ path: null }));
  await press(policyTexts.edit);
  expect((await field(policyTexts.otherNetwork)).value).toBe('mine');
  await press(policyTexts.removeRule(1));
  expect((await field(policyTexts.network)).value).toBe('polygon');
  await press(policyTexts.set);
  expect(asked('approvals.setPolicy')).toMatchObject([{ policy: { rules: [rule('polygon')] } }]);
});

it('numbers of a policy stay as they are typed, and only whole ones within bounds are set', async () => {
  const { press, button, field, enter, user, asked } = openPolicy(() => ({ path: null }));
  await press(policyTexts.edit);
  await press(policyTexts.removeRule(2));
  const limit = policyTexts.limitOf.createVirtualAccount;
  const wrong = [
    ...['1.5', '12.25', '-3', '1e3', '0', '10001'].map((typed) => [policyTexts.fee, typed]),
    ...['1.5', '1e3', '-1'].map((typed) => [limit, typed]),
    ...['0', '6', ' '].map((typed) => [policyTexts.approvers, typed]),
  ] as const;
  for (const [label = '', typed = ''] of wrong) {
    const before = (await field(label)).value;
    await enter(label, typed);
    expect((await field(label)).value).toBe(typed);
    expect((await field(label)).getAttribute('aria-invalid'), `${label} ${typed}`).toBe('true');
    expect(await button(policyTexts.set)).toHaveProperty('disabled', true);
    await user.clear(await field(label));
    if (before !== '') await enter(label, before);
  }
  await enter(policyTexts.fee, '15');
  await enter(limit, '0');
  await enter(policyTexts.approvers, '5');
  await press(policyTexts.set);
  expect(asked('approvals.setPolicy')).toMatchObject([
    {
      policy: {
        rules: [{ feeAtLeast: 15, rowsAtLeast: null, approvers: 5 }],
        limits: [{ of: 'createVirtualAccount', mostPerDay: 0 }],
      },
    },
  ]);
});

it('a backup is begun by hand where there is a key for it, and not beside one that runs', async () => {
  let running: { step: 'writing'; done: number; total: number } | null = null;
  let madeAt: string | null = null;
  const { press, button, readAgain, asked } = showPage(<BackupsPart />, {
    connection: {
      get: () => ({ ...connection, vault: { state: 'unlocked', backing: 'keychain' } }),
    },
    vault: { recovery: () => ({ madeAt }) },
    backups: {
      get: () => ({ folder: '/disk', everyRequests: null, last: null, failure: null, running }),
      start: () => said('The disk is full.'),
    },
  });
  expect(await button(backups.start)).toHaveProperty('disabled', true);
  madeAt = at;
  await readAgain();
  await waitFor(async () => expect(await button(backups.start)).toHaveProperty('disabled', false));
  await press(backups.start);
  await screen.findByText('The disk is full.');
  expect(await button(backups.start)).toHaveProperty('disabled', false);
  running = { step: 'writing', done: 0, total: 1 };
  await readAgain();
  await screen.findByText(backups.steps.writing);
  expect(await button(backups.start)).toHaveProperty('disabled', true);
  expect(asked('backups.start')).toHaveLength(1);
});

it('the token is shared in one window by two presses, of which nothing is said once it was', async () => {
  const Token = ({ to }: { to: string[] | null }) => {
    const token = to && { by: 'Ada', at, to, without: [], gone: [], isBack: false };
    const team = { token: token && { ...token, isOffered: false } };
    return <TeamToken isOwner team={team as never} />;
  };
  const { button, show, asked } = showPage(<Token to={null} />, {
    team: { shareToken: () => ({ path: null }) },
  });
  await twice(await button(teamTexts.token.share));
  await screen.findByText(opened);
  expect(asked('team.shareToken')).toEqual([{ profileId: 'profile_a' }]);
  show(<Token to={['Bo']} />);
  await button(teamTexts.token.again);
  await waitFor(() => expect(screen.queryByText(opened)).toBeNull());
});

it('says of a token too short to show its end that it is stored, without a gap', async () => {
  const token = { lastFour: '', expiresAt: null, enteredAt: at, proof: 'not-proven' } as const;
  const profile = {
    id: 'profile_a',
    name: 'Live',
    environment: 'production',
    mode: 'full',
  } as const;
  const more = { isSelected: true, warning: null, baseUrl: null, controlUrl: null };
  const whole = { ...profile, ...more, token: { ...token, provenAt: null, sentence: null } };
  showPage(<ProfileItem profile={whole as never} />, {});
  const { shortToken, noExpiry } = settingsTexts.profiles;
  const shown = (await screen.findByText(noExpiry)).parentElement?.textContent;
  expect(shown).toBe(`${shortToken} · ${noExpiry}`);
});

it('replaces the control token of a hosted sandbox at the URL that is set', async () => {
  const controlUrl = 'http://127.0.0.1:9/sandbox';
  const profile = { id: 'profile_a', name: 'Ours', environment: 'sandbox', mode: 'full' } as const;
  const whole = { ...profile, isSelected: true, warning: null, baseUrl: null, token: null };
  const { press, asked } = showPage(<ProfileItem profile={whole as never} />, {
    profiles: { control: () => ({ controlUrl }), setControl: () => ({ path: null }) },
  });
  await press(`${settingsTexts.control.replace}: ${profile.name}`);
  expect(await screen.findByText(opened)).toBeDefined();
  expect(asked('profiles.setControl')).toEqual([{ id: profile.id, controlUrl }]);
});

it('the form of a profile stays where another one is removed, and goes once there is one more', async () => {
  const all = ['a', 'b', 'c'].map((id) => ({
    id,
    name: id,
    environment: 'sandbox',
    mode: 'full',
    isSelected: id === 'a',
    warning: null,
    baseUrl: null,
    token: null,
  }));
  let list = all.slice(0, 2);
  const { enter, field, readAgain } = showPage(
    <ProfilesSection />,
    { profiles: { list: () => list as never } },
    settingsPaths.addProfile,
  );
  const { name } = settingsTexts.add;
  await screen.findByRole('heading', { name: 'b' });
  await enter(name, 'Treasury');
  list = all.slice(0, 1);
  await readAgain();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'b' })).toBeNull());
  expect((await field(name)).value).toBe('Treasury');
  list = [...list, ...all.slice(2)];
  await readAgain();
  await waitFor(() => expect(location.hash).toBe(`#${settingsPaths.section('profiles')}`));
  expect(screen.queryByLabelText(name)).toBeNull();
});
