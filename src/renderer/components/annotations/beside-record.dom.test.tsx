/** What is typed, failed or about to be signed off beside one record is not beside the next. */
import { ORPCError } from '@orpc/client';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ReportedChangeView } from '../../../bridge/changes.ts';
import { ProfileScope } from '../../app/profile-scope.tsx';
import { type Answers, showPage, twice } from '../../app/testing/show-page.tsx';
import { changesTexts } from '../../features/changes/texts.ts';
import { annotationTexts as texts } from '../../texts/annotations.ts';
import { formTexts } from '../../texts/forms.ts';
import { stateTexts } from '../../texts/states.ts';
import { BackLink } from '../back-link.tsx';
import { ChangeAlarm } from '../changes/change-alarm.tsx';
import { SplitView } from '../split-view.tsx';
import { AnnotationsSection } from './annotations-section.tsx';

const nothing = {
  labels: [],
  reference: null,
  name: null,
  sharedWith: [],
  notes: [],
  suggestions: [],
};
const side: ReportedChangeView['was'] = {
  value: 'x',
  source: 'read',
  observedAt: '2026-11-20T12:00:00.000Z',
  happenedAt: null,
  eventId: null,
};
const change = (resourceId: string): ReportedChangeView => ({
  id: resourceId.at(-1)?.repeat(64) ?? '',
  kind: 'customer',
  resourceId,
  name: null,
  path: '/type',
  weight: 'notable',
  was: side,
  is: side,
  signedOff: null,
});

const Detail = ({ id }: { id: string }) => (
  <SplitView
    list={null}
    selected={id}
    detail={(selected) => (
      <>
        <ChangeAlarm kind="customer" id={selected} />
        <AnnotationsSection kind="customer" id={selected} />
      </>
    )}
  />
);

const open = (more: Answers['annotations'] = {}) =>
  showPage(<Detail id="customer_a" />, {
    annotations: { get: () => nothing, ...more },
    changes: {
      list: ({ resourceId }) => ({ rows: [change(resourceId ?? '')], total: 1 }),
      signOff: () => ({ signedOff: 1 }),
    },
  });

it('a note that is typed stays with its record, and is added there', async () => {
  const { enter, field, press, show, asked } = open({ addNote: () => nothing });
  await enter(texts.note, 'Called Ada.');
  show(<Detail id="customer_b" />);
  expect((await field(texts.note)).value).toBe('');
  await enter(texts.note, 'Called Bo.');
  show(<Detail id="customer_a" />);
  expect((await field(texts.note)).value).toBe('Called Ada.');
  await press(texts.addNote);
  expect(asked('annotations.addNote')).toEqual([
    { profileId: 'profile_a', kind: 'customer', id: 'customer_a', text: 'Called Ada.' },
  ]);
  expect((await field(texts.note)).value).toBe('');
});

it('a note whose text an erasure took says so, and can’t be edited', async () => {
  const at = '2026-11-20T12:00:00.000Z';
  const erased = { noteId: '1', versions: [{ text: '', at }] };
  const kept = { noteId: '2', versions: [{ text: 'Called Bo.', at }] };
  open({ get: () => ({ ...nothing, notes: [erased, kept] }) });
  await screen.findByText(texts.erased);
  expect(screen.getAllByText(texts.edit)).toHaveLength(1);
});

it('a reference that could not be kept is said beside its own record alone', async () => {
  const { enter, field, show, user } = open({
    setReference: () => Promise.reject(new Error('no')),
  });
  await enter(texts.reference, 'A-1');
  await user.tab();
  await screen.findByText(texts.failed);
  show(<Detail id="customer_b" />);
  expect((await field(texts.reference)).value).toBe('');
  expect(screen.queryByText(texts.failed)).toBeNull();
});

it('a sign-off that is open beside one record signs nothing of another off', async () => {
  const { press, enter, field, show, asked, user } = open();
  const { dialog, signOff } = changesTexts;
  await press(signOff);
  await enter(dialog.note, 'Ada said so.');
  // In the note it closes nothing.
  await user.keyboard('{Escape}');
  expect((await field(dialog.note)).value).toBe('Ada said so.');
  show(<Detail id="customer_b" />);
  expect(screen.queryByRole('dialog')).toBeNull();
  await press(signOff);
  expect((await field(dialog.note)).value).toBe('');
  const [, confirm] = await screen.findAllByRole('button', { name: dialog.action });
  await user.click(confirm ?? document.body);
  expect(asked('changes.signOff')).toEqual([
    { ids: ['b'.repeat(64)], note: '', profileId: 'profile_a', knownAt: null },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a sign-off that is under way stays, and says that it was not made', async () => {
  const signedOff = Promise.withResolvers<never>();
  const { press, user, asked } = showPage(<Detail id="customer_a" />, {
    annotations: { get: () => nothing },
    changes: {
      list: ({ resourceId }) => ({ rows: [change(resourceId ?? '')], total: 1 }),
      signOff: () => signedOff.promise,
    },
  });
  await press(changesTexts.signOff);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: changesTexts.dialog.action }));
  await user.keyboard('{Escape}');
  await press(stateTexts.cancel);
  await act(async () =>
    signedOff.reject(new ORPCError('INVALID', { data: { sentence: 'It changed again.' } })),
  );
  await screen.findByText('It changed again.');
  expect(asked('changes.signOff')).toHaveLength(1);
});

it('two presses add one note', async () => {
  const added = Promise.withResolvers<typeof nothing>();
  const { enter, button, press, show, field, asked } = open({ addNote: () => added.promise });
  await enter(texts.note, 'Called Ada.');
  await twice(await button(texts.addNote));
  show(<Detail id="customer_b" />);
  await waitFor(async () => expect((await field(texts.note)).value).toBe(''));
  show(<Detail id="customer_a" />);
  await press(texts.addNote);
  await act(async () => added.resolve(nothing));
  expect((await field(texts.note)).value).toBe('');
  expect(asked('annotations.addNote')).toHaveLength(1);
});

it('a reference that is typed is asked about before a step elsewhere, and not where a link saves it', async () => {
  const { field, user, asked, asksBeforeUnload } = showPage(
    <ProfileScope>
      <BackLink href="/webhooks" label="Elsewhere" />
      <Detail id="customer_a" />
    </ProfileScope>,
    {
      annotations: {
        get: () => nothing,
        setReference: ({ reference }) =>
          reference === 'A-1' ? { ...nothing, reference } : new Promise(() => undefined),
      },
    },
    '/settings/company',
  );
  await user.type(await field(texts.reference), 'A-1');
  const elsewhere = await screen.findByRole('link', { name: 'Elsewhere' });
  elsewhere.click();
  await screen.findByRole('dialog', { name: formTexts.leave.title });
  expect(location.hash).toBe('#/settings/company');
  await user.click(await screen.findByRole('button', { name: stateTexts.cancel }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asksBeforeUnload()).toBe(false);
  await user.click(await field(texts.reference));
  await user.type(await field(texts.reference), '2');
  expect(asksBeforeUnload()).toBe(true);
  await user.click(elsewhere);
  expect(location.hash).toBe('#/webhooks');
  expect(asked('annotations.setReference').at(-1)).toMatchObject({ reference: 'A-12' });
});

it('a reference that could not be kept is asked about', async () => {
  const { enter, user, asksBeforeUnload } = open({
    setReference: () => Promise.reject(new Error('no')),
  });
  await enter(texts.reference, 'A-1');
  await user.tab();
  await screen.findByText(texts.failed);
  expect(asksBeforeUnload()).toBe(true);
});
