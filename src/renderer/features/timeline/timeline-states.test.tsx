/** What dialogs and states of the timeline say, rendered without a browser. */
import { expect, it, vi } from 'vitest';
import { ListFailure } from '../../components/read-failure.tsx';
import { ExportLine, ExportState } from './dialogs/export-dialog.tsx';
import { GapList } from './dialogs/gap-list.tsx';
import { outcomeOf } from './dialogs/lookup-dialog.tsx';
import { exportTexts } from './dialogs/texts.ts';
import { NamesChoice } from './filters/names-menu.tsx';
import { isInOrder } from './filters/range-menu.tsx';
import { filterTexts } from './filters/texts.ts';
import { IndexingProgress } from './list/indexing-line.tsx';
import { textOf } from './testing/rendered.tsx';
import { timelineTexts } from './texts.ts';

it('a look-up says in words what it told', () => {
  expect(outcomeOf({ wasKnown: false, fields: [] })).toBe(timelineTexts.lookUp.fresh);
  expect(outcomeOf({ wasKnown: true, fields: [] })).toBe(timelineTexts.lookUp.same);
  expect(outcomeOf({ wasKnown: true, fields: [1, 2] })).toContain('2 fields');
});

it('an export says how far it is, and what became of it', () => {
  const view = {
    id: '1',
    format: 'csv' as const,
    done: 500,
    total: 2_000,
    fileName: 'events.csv',
    path: null,
    savedTo: null,
    sentence: null,
  };
  expect(textOf(<ExportState view={{ ...view, status: 'running' }} />)).toContain(
    '500 of 2,000 events',
  );
  expect(textOf(<ExportState view={{ ...view, done: 2_000, status: 'done' }} />)).toContain(
    'contains 2,000 events',
  );
  for (const status of ['cancelled', 'failed'] as const) {
    expect(textOf(<ExportState view={{ ...view, status }} />)).toContain(
      exportTexts.states[status],
    );
  }
});

it('an export whose dialog was closed is still told of', () => {
  const view = {
    id: '1',
    format: 'csv' as const,
    done: 500,
    total: 2_000,
    fileName: 'events.csv',
    path: null,
    savedTo: null,
    sentence: null,
  };
  const kept = { error: null, isStarting: false, start: vi.fn(), putAway: vi.fn() };
  const line = (status: 'running' | 'done' | 'failed') =>
    textOf(<ExportLine kept={{ ...kept, view: { ...view, status } }} onShow={vi.fn()} />);
  expect(line('running')).toContain('500 of 2,000 events');
  expect(line('done')).toContain(exportTexts.ended.done);
  expect(line('failed')).toContain(exportTexts.ended.failed);
  expect(textOf(<ExportLine kept={{ ...kept, view: null }} onShow={vi.fn()} />).trim()).toBe('');
});

it('gaps say why, how long, and what is known to be missed', () => {
  const missed = { name: 'payout.funded', resourceKind: 'payout', resourceId: 'payout_1' };
  const text = textOf(
    <GapList
      gaps={[
        {
          from: '2026-11-20T09:00:00.000Z',
          to: '2026-11-20T11:00:00.000Z',
          reason: 'unproven',
          webhooks: [{ webhookId: 'webhook_1', name: 'Treasury' }],
          isLookedThrough: true,
          missed: [
            { ...missed, eventId: null, told: 'later-event' },
            { ...missed, eventId: 'event_9', told: 'look-up' },
          ],
        },
        {
          from: '2026-11-20T10:00:00.000Z',
          to: null,
          reason: 'closed',
          webhooks: [],
          isLookedThrough: true,
          missed: [],
        },
      ]}
      asked={{ from: null, to: null, knownAt: null }}
      hrefOf={({ eventId }) => `/timeline/${eventId}`}
      onClose={vi.fn()}
    />,
  );
  for (const part of [
    'No tunnel passed its check',
    'for 2 h',
    'affects Treasury',
    '2 events may have been missed',
    'ID not known',
    'No missed events known',
    'Since 2026-11-20',
  ]) {
    expect(text).toContain(part);
  }
});

it('indexing is spoken of only where it is far behind', () => {
  const view = { indexed: 900, total: 1_000, isRebuilding: false, problem: null };
  expect(textOf(<IndexingProgress indexing={view} />).trim()).toBe('');
  expect(textOf(<IndexingProgress indexing={{ ...view, total: 90_000 }} />)).toContain(
    '900 of 90,000',
  );
  expect(textOf(<IndexingProgress indexing={{ ...view, isRebuilding: true }} />)).toContain(
    '900 of 1,000',
  );
});

it('names are a tree with counts', () => {
  const text = textOf(
    <NamesChoice
      names={[
        { name: 'payout.create', count: 1_200 },
        { name: 'payout.funded', count: 34 },
      ]}
      chosen={['payout.']}
      onChange={() => undefined}
    />,
  );
  for (const part of ['payout 1,234', 'payout.create 1,200', 'payout.funded 34']) {
    expect(text).toContain(part);
  }
});

it('what could not be read is not told as none', () => {
  const choice = { names: [], chosen: [], onChange: () => undefined };
  expect(textOf(<NamesChoice {...choice} />)).toContain(filterTexts.names.noneKnown);
  const unread = textOf(<NamesChoice {...choice} isUnread />);
  expect(unread).toContain(filterTexts.names.unread);
  expect(unread).not.toContain(filterTexts.names.noneKnown);

  const query = { error: null, refetch: vi.fn() };
  expect(textOf(<ListFailure title="Gaps" query={query} />).trim()).toBe('');
  const failed = { ...query, error: new Error('gone') };
  expect(textOf(<ListFailure title="Gaps can’t be read" query={failed} />)).toContain(
    'Gaps can’t be read',
  );
});

it('a stretch may be open on either side, and not turned around', () => {
  expect(isInOrder('2026-11-20T09:00', '2026-11-20T10:00')).toBe(true);
  expect(isInOrder('2026-11-20T10:00', '2026-11-20T10:00')).toBe(false);
  expect(isInOrder('', '2026-11-20T10:00')).toBe(true);
});
