/** Closing a period. */
import { useQueryClient } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { connection, showPage, twice } from '../../app/testing/show-page.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { frameTexts } from '../../texts/frame.ts';
import { firstView, viewOf } from '../payouts/payouts-view.ts';
import { ReportsScreen } from './reports-screen.tsx';
import { reportTexts } from './texts.ts';

const texts = reportTexts.close;

it('two presses close a period once', async () => {
  const closed = Promise.withResolvers<object>();
  const { press, asked } = showPage(<ReportsScreen part="closes" id={null} />, {
    reports: {
      preview: () => ({ sections: [], covers: 'c'.repeat(64) }),
      closes: () => [],
      close: () => closed.promise,
    },
  });
  await press(texts.open);
  const dialog = within(await screen.findByRole('dialog'));
  await twice(dialog.getByRole('button', { name: texts.action }));
  await act(async () => closed.resolve({}));
  expect(asked('reports.close')).toHaveLength(1);
});

it('says of days that are closed already, also by another window meanwhile, that it makes a next version', async () => {
  const days = { from: '2026-11-01', to: '2026-11-30', timeZone: 'UTC' };
  const sums = { by: null, note: '', sha256: 'a', pdfSha256: null, payouts: 0, isErased: false };
  const moments = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };
  const closedAt = '2026-11-20T12:00:00.000Z';
  const one = { ...days, ...sums, moments, closedAt, isEarly: true, version: 2 };
  let closes = [{ ...one, id: 'a', timeZone: 'Europe/Berlin' }];
  let invalidate = async (): Promise<void> => {};
  function Client() {
    const client = useQueryClient();
    invalidate = () => client.invalidateQueries();
    return <ReportsScreen part="closes" id={null} />;
  }
  const { press } = showPage(<Client />, {
    reports: {
      preview: () => ({ sections: [], covers: 'c'.repeat(64) }),
      closes: () => closes,
      later: () => Promise.reject(new Error('not asked')),
    },
  });
  await press(texts.open);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText(/version 3/)).toBeNull();
  closes = [{ ...one, id: 'b' }, ...closes];
  await act(() => invalidate());
  expect(await dialog.findByText(/closed already .*version 3/)).toBeDefined();
});

it('marks a close that was made before its period ended, or from which something was erased', async () => {
  const close = { from: '2026-11-01', to: '2026-11-30', timeZone: 'UTC', version: 1 };
  const sums = { by: null, note: '', sha256: 'a', pdfSha256: null, payouts: 0 };
  const moments = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };
  const closes = [true, false].map((isEarly) => ({
    ...close,
    ...sums,
    moments,
    id: String(isEarly),
    isEarly,
    closedAt: '2026-11-20T12:00:00.000Z',
    ...(isEarly ? {} : { timeZone: 'Europe/Berlin' }),
    isErased: !isEarly,
  }));
  showPage(<ReportsScreen part="closes" id={null} />, {
    reports: {
      preview: () => ({ sections: [], covers: 'c'.repeat(64) }),
      closes: () => closes,
      later: () => Promise.reject(new Error('not asked')),
    },
  });
  expect(await screen.findAllByText(reportTexts.closes.early)).toHaveLength(1);
  expect(screen.getAllByText(reportTexts.closes.erased.is)).toHaveLength(1);
  expect(screen.getByRole('article', { name: '2026-11-01 to 2026-11-30 · UTC' })).toBeTruthy();
  expect(screen.getByText('Europe/Berlin')).toBeTruthy();
});

function Moment() {
  return <p>As of {useKnownAt().knownAt ?? 'now'}</p>;
}

it('leads to its payouts, of the days of its zone, as they were known at the close', async () => {
  const moments = { from: '2026-10-31T23:00:00.000Z', to: '2026-11-30T23:00:00.000Z' };
  const one = {
    id: 'a',
    from: '2026-11-01',
    to: '2026-11-30',
    timeZone: 'Europe/Berlin',
    version: 1,
    by: null,
    note: '',
    sha256: 'a',
    pdfSha256: null,
    isErased: false,
    isEarly: false,
    moments,
    closedAt: '2026-12-01T12:00:00.000Z',
  };
  const { user } = showPage(
    <>
      <Moment />
      <ReportsScreen part="closes" id={null} />
    </>,
    {
      reports: {
        preview: () => ({ sections: [], covers: 'c'.repeat(64) }),
        closes: () => [
          { ...one, payouts: 2 },
          { ...one, id: 'b', version: 2, payouts: 0 },
        ],
        later: () => Promise.reject(new Error('not asked')),
      },
    },
  );
  // Nothing to show where there is none.
  await user.click(await screen.findByRole('button', { name: reportTexts.closes.showPayouts }));
  expect(screen.getByText('As of 2026-12-01T12:00:00.000Z')).toBeTruthy();
  const [path, query] = location.hash.split('?');
  expect(path).toBe('#/payouts');
  const narrowed = { ...firstView, ...moments, sort: 'created', direction: 'ascending' };
  expect(viewOf(query ?? '')).toEqual(narrowed);
});

it('is not open to a reviewer who does not sign off, who is told why', async () => {
  const { button } = showPage(<ReportsScreen part="closes" id={null} />, {
    connection: { get: () => ({ ...connection, mode: 'review' }) },
    reports: { preview: () => ({ sections: [], covers: 'c'.repeat(64) }), closes: () => [] },
  });
  await screen.findByText(frameTexts.reviewer.noSignOff);
  expect(await button(texts.open)).toHaveProperty('disabled', true);
});
