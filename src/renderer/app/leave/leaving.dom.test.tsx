/** A form whose contents are saved nowhere is left within the page only once a person agrees. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ReportedChangeView } from '../../../bridge/changes.ts';
import { BackLink } from '../../components/back-link.tsx';
import { SignOffDialog } from '../../components/changes/sign-off-dialog.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { changesTexts } from '../../features/changes/texts.ts';
import { useTypedNotes } from '../../stores/typed-notes.ts';
import { formTexts } from '../../texts/forms.ts';
import { stateTexts } from '../../texts/states.ts';
import { useGoOn } from '../hash-location.ts';
import { ProfileScope } from '../profile-scope.tsx';
import { useSwitchProfile } from '../shell/use-switch-profile.ts';
import { type Answers, connection, showPage } from '../testing/show-page.tsx';

const { title, action } = formTexts.leave;

/** Beside a record: it is there again on the way back. */
function TypedNote() {
  const notes = useTypedNotes();
  return (
    <button type="button" onClick={() => notes.setState({ 'customer a': 'Called back.' })}>
      Type a note
    </button>
  );
}

function Form({ isTyped }: { isTyped: boolean }) {
  const goOn = useGoOn();
  const { mutate } = useSwitchProfile();
  useUnsaved(isTyped);
  return (
    <>
      <BackLink href="/customers" label="Elsewhere" />
      <BackLink href="/settings/company?part=1" label="Here" />
      <TypedNote />
      <button type="button" onClick={() => mutate('profile_b')}>
        Switch
      </button>
      <button type="button" onClick={() => goOn('/customers')}>
        Saved
      </button>
    </>
  );
}

type Select = NonNullable<NonNullable<Answers['profiles']>['select']>;

function openForm(isTyped = true, select: Select = () => connection) {
  const page = showPage(
    <ProfileScope>
      <Form isTyped={isTyped} />
    </ProfileScope>,
    {
      connection: { get: () => connection },
      profiles: { select },
    },
    '/settings/company',
  );
  const follow = async (name: string) =>
    await page.user.click(await screen.findByRole('link', { name }));
  const question = () => screen.findByRole('dialog', { name: title });
  return { ...page, follow, question };
}

it('stays by Cancel, and leaves by the act', async () => {
  const { follow, question, press } = openForm();
  await follow('Elsewhere');
  await question();
  expect(location.hash).toBe('#/settings/company');
  await press(stateTexts.cancel);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.hash).toBe('#/settings/company');
  await follow('Elsewhere');
  await press(action);
  expect(location.hash).toBe('#/customers');
});

it('asks nothing on the same screen, after saving, and where nothing was typed', async () => {
  const typed = openForm();
  await typed.follow('Here');
  expect(location.hash).toBe('#/settings/company?part=1');
  await typed.press('Saved');
  expect(location.hash).toBe('#/customers');
  typed.show(null);
  const { follow, press, asked } = openForm(false);
  await press('Switch');
  expect(asked('profiles.select')).toEqual([{ id: 'profile_b' }]);
  await follow('Elsewhere');
  expect(location.hash).toBe('#/customers');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks before another profile is opened', async () => {
  const { press, question, asked } = openForm();
  await press('Switch');
  await question();
  expect(asked('profiles.select')).toEqual([]);
  await press(action);
  await waitFor(() => expect(asked('profiles.select')).toEqual([{ id: 'profile_b' }]));
});

it('still asks of a form whose profile was not left after all', async () => {
  const { press, question, follow, asked } = openForm(true, () => Promise.reject(new Error('no')));
  await press('Switch');
  await press(action);
  await waitFor(() => expect(asked('profiles.select')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await follow('Elsewhere');
  await question();
  expect(location.hash).toBe('#/settings/company');
});

it('asks for a note beside a record before another profile is opened, and not on the way elsewhere', async () => {
  const { follow, press, question, asked, asksBeforeUnload } = openForm(false);
  await press('Type a note');
  expect(asksBeforeUnload()).toBe(true);
  await follow('Elsewhere');
  expect(location.hash).toBe('#/customers');
  await press('Switch');
  await question();
  expect(asked('profiles.select')).toEqual([]);
});

it('asks for a note that is typed in a dialog', async () => {
  const side = {
    value: 'x',
    source: 'read' as const,
    observedAt: '2026-11-20T12:00:00.000Z',
    happenedAt: null,
    eventId: null,
  };
  const one: ReportedChangeView = {
    id: 'a'.repeat(64),
    kind: 'customer',
    resourceId: 'customer_a',
    name: null,
    path: '/type',
    weight: 'notable',
    was: side,
    is: side,
    signedOff: null,
  };
  const { user } = showPage(
    <ProfileScope>
      <BackLink href="/customers" label="Elsewhere" />
      <SignOffDialog changes={[one]} onClose={() => undefined} />
    </ProfileScope>,
    { connection: { get: () => connection } },
    '/changes',
  );
  await user.type(await screen.findByLabelText(changesTexts.dialog.note), 'Agreed');
  // What lies behind a dialog can't be pressed: a link is followed as by a key.
  (await screen.findByRole('link', { name: 'Elsewhere', hidden: true })).click();
  await screen.findByRole('dialog', { name: title });
  expect(location.hash).toBe('#/changes');
});

it('asks before a step in the history, and takes it then', async () => {
  const traverseTo = vi.fn();
  const navigation = Object.assign(new EventTarget(), { traverseTo });
  vi.stubGlobal('navigation', navigation);
  const { question, press, button } = openForm();
  await button('Saved');
  const destination = { key: 'a', url: 'http://localhost/#/customers' };
  const step = () =>
    navigation.dispatchEvent(
      Object.assign(new Event('navigate', { cancelable: true }), {
        navigationType: 'traverse',
        destination,
      }),
    );
  expect(step()).toBe(false);
  await question();
  await press(action);
  expect(traverseTo).toHaveBeenCalledExactlyOnceWith('a');
  expect(step()).toBe(true);
  vi.unstubAllGlobals();
});
