/** Enter in the palette opens what is highlighted, also where results come meanwhile. */
import { ORPCError } from '@orpc/client';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FoundItem } from '../../../bridge/search.ts';
import { frameTexts } from '../../texts/frame.ts';
import { SwitchFailed } from '../shell/switch-failed.tsx';
import { connection, showPage } from '../testing/show-page.tsx';
import { Palette } from './palette.tsx';

const customer = (id: string, title: string): FoundItem => ({
  kind: 'customer',
  id,
  title,
  money: null,
  details: [],
  state: null,
  at: null,
});
const ada = customer('customer_ada', 'Ada Byron');
const adam = customer('customer_adam', 'Adam Smith');
const adele = customer('customer_adele', 'Adele Bloch');

const highlighted = () => screen.getByRole('option', { selected: true });

async function open(find: (search: string) => FoundItem[] | Promise<FoundItem[]>) {
  const page = showPage(<Palette asked={1} />, {
    search: { find: async ({ search }) => ({ items: await find(search), failed: [] }) },
  });
  await page.user.type(await screen.findByRole('combobox'), 'ad');
  return page;
}

it('the one that was stepped to stays highlighted where another comes above it', async () => {
  let items = [ada, adam];
  const { user, readAgain } = await open(() => items);
  await screen.findByText(adam.title ?? '');
  while (!highlighted().textContent?.includes('Adam')) await user.keyboard('{ArrowDown}');
  items = [adele, ada, adam];
  await readAgain();
  await screen.findByText(adele.title ?? '');
  expect(highlighted().textContent).toContain('Adam Smith');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.hash).toBe('#/customers/customer_adam'));
});

it('an answer that comes late stands under no other search, nor does the one before it', async () => {
  const late = Promise.withResolvers<FoundItem[]>();
  const answers: Record<string, FoundItem[]> = { ad: [ada, adam], adele: [adele] };
  const { user } = await open((search) => answers[search] ?? late.promise);
  await screen.findByText('Ada Byron');
  await user.keyboard('am');
  expect(screen.queryByText('Adam Smith')).not.toBeNull();
  expect(screen.queryByText('Ada Byron')).toBeNull();
  await user.keyboard('{Backspace}{Backspace}ele');
  await screen.findByText('Adele Bloch');
  await act(async () => late.resolve([ada]));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.hash).toBe('#/customers/customer_adele'));
});

it.each([
  ['full', true],
  ['review', false],
] as const)('in the mode %s a form that writes to the service: %s', async (mode, isOffered) => {
  showPage(<Palette asked={1} />, { connection: { get: () => ({ ...connection, mode }) } });
  await screen.findByText('Look up event');
  await waitFor(() => expect(screen.queryByText('New customer') !== null).toBe(isOffered));
  expect(screen.queryByText('Label address')).not.toBeNull();
});

it('a switch that failed is said where the palette is closed by then', async () => {
  const { user } = showPage(
    <>
      <SwitchFailed />
      <Palette asked={1} />
    </>,
    {
      profiles: {
        list: () => [{ id: 'profile_b', name: 'Treasury', environment: 'sandbox' }],
        select: () =>
          Promise.reject(new ORPCError('INVALID', { data: { sentence: 'The disk is full.' } })),
      },
    },
  );
  await user.type(await screen.findByRole('combobox'), 'Treasury');
  await user.click(await screen.findByRole('option', { name: /Treasury/ }));
  await screen.findByText(frameTexts.profile.notSwitched('The disk is full.'));
  expect(screen.queryByRole('combobox')).toBeNull();
});
