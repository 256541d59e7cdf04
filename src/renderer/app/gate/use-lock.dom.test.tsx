import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { useBlankWhileLocked } from './use-lock.ts';

function Locking() {
  const [isLocked, setIsLocked] = useState(true);
  useBlankWhileLocked(isLocked);
  return (
    <button type="button" onClick={() => setIsLocked(!isLocked)}>
      Lock or unlock
    </button>
  );
}

it('a place that is gone to while it is locked is hidden, and is where unlocking leads', async () => {
  location.hash = '/customers/customer_a';
  const { user } = showPage(<Locking />, {});
  expect(location.hash).toBe('');
  await act(async () => {
    location.hash = '/customers/customer_b';
    await new Promise((gone) => addEventListener('hashchange', gone, { once: true }));
  });
  expect(location.hash).toBe('');
  await user.click(screen.getByRole('button'));
  expect(location.hash).toBe('#/customers/customer_b');
  await user.click(screen.getByRole('button'));
  expect(location.hash).toBe('');
  await user.click(screen.getByRole('button'));
  expect(location.hash).toBe('#/customers/customer_b');
});
