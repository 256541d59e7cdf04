/** How long something waits, as of the moment that the window shows. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { now, showPage } from '../../app/testing/show-page.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { onboardingColumns } from '../onboarding/onboarding-columns.tsx';
import { Lifecycle } from '../timeline/detail/lifecycle-section.tsx';
import { PayoutState } from './payout-parts.tsx';

const hoursAgo = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();
const state = { state: 'processing', isKnownState: true, stateSince: hoursAgo(20) };
const step = { key: '1', eventId: 'event_1', state: 'funded', sinceMs: null, isUsual: true };
const steps = [{ ...step, happenedAt: hoursAgo(20), heardAt: hoursAgo(20), unheard: [] }];
const age = onboardingColumns.find(({ key }) => key === 'age');

function Waiting() {
  const { lookBack, backToNow } = useKnownAt();
  return (
    <>
      <button type="button" onClick={() => lookBack(hoursAgo(15))}>
        Look back
      </button>
      <button type="button" onClick={backToNow}>
        Return
      </button>
      <PayoutState of={state as never} />
      <Lifecycle
        view={{ steps, next: ['successful'] } as never}
        eventId={null}
        hrefOf={() => '/'}
      />
      {age?.render({ since: hoursAgo(20), isSinceTold: true } as never)}
    </>
  );
}

it('is measured to the chosen moment, and to now again', async () => {
  const { press } = showPage(<Waiting />, {});
  const shown = () => document.querySelector('#content')?.textContent ?? '';
  const waits = (hours: number) => {
    expect(screen.getByText(`Processing for ${hours} h`)).toBeDefined();
    expect(shown()).toContain(`${hours} h ago`);
    expect(shown().match(new RegExp(`for ${hours} h`, 'g'))).toHaveLength(2);
  };
  waits(20);
  await press('Look back');
  waits(5);
  await press('Return');
  waits(20);
});
