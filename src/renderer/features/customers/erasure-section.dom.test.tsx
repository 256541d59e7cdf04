/** Erasing a customer's personal data: one window, for the customer that is shown. */
import { ORPCError } from '@orpc/client';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CustomerDetail } from '../../../bridge/customers.ts';
import { showPage, twice } from '../../app/testing/show-page.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { ErasureSection } from './erasure-section.tsx';
import { customerTexts } from './texts.ts';

const { erase } = customerTexts.erasure;

const Panel = ({ id, at = null }: { id: string; at?: string | null }) => (
  <SplitView
    list={null}
    selected={id}
    detail={(opened) => (
      <ErasureSection
        customer={
          {
            id: opened,
            erasure: at && { at, by: null, reason: 'Asked.', liftedAt: null },
          } as CustomerDetail
        }
      />
    )}
  />
);

it('is asked for once by two presses, and what came of it is not said beside another customer', async () => {
  const asking = Promise.withResolvers<never>();
  const { button, show, press, asked } = showPage(<Panel id="customer_a" />, {
    erasures: {
      erase: ({ customerId }) => (customerId === 'customer_a' ? asking.promise : { path: null }),
    },
  });
  await twice(await button(erase));
  show(<Panel id="customer_b" />);
  await act(async () => asking.reject(new ORPCError('INVALID', { data: { sentence: 'No.' } })));
  expect(screen.queryByText('No.')).toBeNull();
  await press(erase);
  expect(asked('erasures.erase')).toEqual([
    { profileId: 'profile_a', customerId: 'customer_a' },
    { profileId: 'profile_a', customerId: 'customer_b' },
  ]);
  show(<Panel id="customer_b" at="2026-11-20T12:00:00.000Z" />);
  expect(screen.queryByRole('button', { name: erase })).toBeNull();
});
