/** Labels of addresses: each at its own, as it was typed last. */
import { ORPCError } from '@orpc/client';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Answers, showPage } from '../../app/testing/show-page.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { virtualAccountTexts } from '../virtual-accounts/texts.ts';
import { AddressDetailPanel } from './address-detail-panel.tsx';
import { LabelAddressScreen } from './label-address-screen.tsx';
import { addressBookPaths } from './paths.ts';
import { addressTexts } from './texts.ts';

const texts = addressTexts.labelForm;
const wallet = '0x52908400098527886e0f7030069857d2e4169ee7';

const detail = (id: number, label: string | null) => ({
  id,
  label,
  address: wallet,
  networks: ['polygon'],
  uses: 0,
  customers: 0,
  firstUse: null,
  lastUse: null,
  lookAlikes: [],
  recentUses: [],
});

const Panel = ({ id }: { id: number }) => (
  <SplitView list={null} selected={id} detail={(opened) => <AddressDetailPanel id={opened} />} />
);

const no = () => Promise.reject(new ORPCError('INVALID', { data: { sentence: 'No.' } }));

it('what was typed while a label was saved stays, and is what is saved next', async () => {
  const saved = Promise.withResolvers<void>();
  let label = 'Treasury';
  const { enter, press, field, readAgain, user, asked } = showPage(<Panel id={1} />, {
    addressBook: {
      get: ({ id }) => detail(id, label),
      label: (sent) => saved.promise.then(() => detail(1, sent.label)),
    },
  });
  await enter(texts.label, 'Cold');
  await press(texts.save);
  await user.type(await field(texts.label), ' storage');
  label = 'Cold';
  await act(async () => saved.resolve());
  await readAgain();
  await screen.findByRole('heading', { name: 'Cold' });
  expect((await field(texts.label)).value).toBe('Cold storage');
  await press(texts.save);
  expect(asked('addressBook.label').at(-1)).toEqual({
    profileId: 'profile_a',
    network: 'polygon',
    address: wallet,
    label: 'Cold storage',
  });
  label = 'Cold storage';
  await readAgain();
  await screen.findByRole('heading', { name: label });
  label = 'Renamed elsewhere';
  await readAgain();
  await waitFor(async () => expect((await field(texts.label)).value).toBe(label));
});

it('a label stands as it is kept once it is saved', async () => {
  let label = 'Treasury';
  const { enter, press, field, readAgain } = showPage(<Panel id={1} />, {
    addressBook: {
      get: ({ id }) => detail(id, label),
      label(sent) {
        label = sent.label.trim();
        return detail(1, label);
      },
    },
  });
  await enter(texts.label, 'Cold ');
  await press(texts.save);
  await readAgain();
  await waitFor(async () => expect((await field(texts.label)).value).toBe('Cold'));
  label = 'Renamed elsewhere';
  await readAgain();
  await waitFor(async () => expect((await field(texts.label)).value).toBe(label));
});

it('a label that was not saved is said beside its own address alone', async () => {
  const { enter, press, field, show } = showPage(<Panel id={2} />, {
    addressBook: { get: ({ id }) => detail(id, null), label: no },
  });
  // Both are read: nothing but the record changes from then on.
  await field(texts.label);
  show(<Panel id={1} />);
  await enter(texts.label, 'Cold');
  await press(texts.save);
  await screen.findByText('No.');
  show(<Panel id={2} />);
  expect((await field(texts.label)).value).toBe('');
  expect(screen.queryByText('No.')).toBeNull();
});

const openForm = (label: NonNullable<Answers['addressBook']>['label']) =>
  showPage(
    <LabelAddressScreen />,
    {
      addressBook: {
        ...(label && { label }),
        check: ({ network, address }) => ({ network, address, known: null, lookAlikes: [] }),
      },
    },
    addressBookPaths.new,
  );

it('says what each field needs beside it, and saves nothing before', async () => {
  const { press, field, enter, choose, asked } = openForm(no);
  await press(texts.save);
  const problemOf = async (label: string) => {
    const id = (await field(label)).getAttribute('aria-describedby') ?? '';
    return id.split(' ').map((one) => document.getElementById(one)?.textContent);
  };
  expect(await problemOf(texts.network)).toContain(virtualAccountTexts.problems.network);
  expect(await problemOf(texts.address)).toContain(virtualAccountTexts.problems.address);
  expect(await problemOf(texts.label)).toContain(texts.needsLabel);
  await choose(texts.network, 'polygon');
  await enter(texts.address, wallet);
  await enter(texts.label, 'Cold');
  await press(texts.save);
  await screen.findByText('No.');
  expect(asked('addressBook.label')).toEqual([
    { profileId: 'profile_a', network: 'polygon', address: wallet, label: 'Cold' },
  ]);
});

it('one that was saved late leads nowhere once the person is elsewhere', async () => {
  const saved = Promise.withResolvers<{ id: number }>();
  const { press, enter, choose } = openForm(() => saved.promise);
  await choose(texts.network, 'polygon');
  await enter(texts.address, wallet);
  await enter(texts.label, 'Cold');
  await press(texts.save);
  location.hash = '#/customers';
  await act(async () => saved.resolve({ id: 1 }));
  expect(location.hash).toBe('#/customers');
});

it('asks before the page goes while it holds what was typed', async () => {
  const { enter, show, asksBeforeUnload } = showPage(<LabelAddressScreen />, {});
  expect(asksBeforeUnload()).toBe(false);
  await enter(texts.label, 'Cold');
  expect(asksBeforeUnload()).toBe(true);
  show(null);
  expect(asksBeforeUnload()).toBe(false);
});

it('asks before the page goes while a label is typed that is not saved', async () => {
  let label = 'Treasury';
  const { enter, field, press, readAgain, asksBeforeUnload } = showPage(<Panel id={1} />, {
    addressBook: {
      get: ({ id }) => detail(id, label),
      label(sent) {
        label = sent.label;
        return detail(1, label);
      },
    },
  });
  await field(texts.label);
  expect(asksBeforeUnload()).toBe(false);
  await enter(texts.label, 'Cold');
  expect(asksBeforeUnload()).toBe(true);
  await press(texts.save);
  await readAgain();
  await waitFor(() => expect(asksBeforeUnload()).toBe(false));
});
