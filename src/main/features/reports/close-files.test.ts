import { expect, it } from 'vitest';
import { closeCsv, closePaper } from './close-files.ts';
import type { CloseContent } from './closes-table.ts';
import { onPaper } from './on-paper.ts';
import { stateSection } from './sums.ts';

const none = { totals: [], withoutAmount: 0, withoutCurrency: 0 };

/** What a close of that form prints of a state. */
function statesOf(form: CloseContent['form']): readonly string[] {
  const period = { from: '2026-11-01', to: '2026-11-30', timeZone: 'UTC' };
  const totals = { in: none, out: none, fee: none };
  const sections = [stateSection([{ state: 'failed', count: 1, totals }])];
  const paperOf = { company: '', paper: 'a4' as const, isTest: true, facts: [], stuckHours: 24 };
  const paper = closePaper('', period, { form, sections, ...paperOf }, '2026-12-01T00:00:00.000Z');
  return paper.sections[0]?.table?.rows.map(([state = '']) => state) ?? [];
}

it('prints states as the page shows them, and in closes of before as they were printed then', () => {
  for (const form of [3, 4, 5] as const)
    expect(statesOf(form)).toEqual(['Failed', 'Failed', 'Failed']);
  for (const form of [1, 2] as const)
    expect(statesOf(form)).toEqual(['failed', 'failed', 'failed']);
});

it('writes the CSV of a close of before as its digest was taken, and keeps dates out of one of today', () => {
  const note: CloseContent['facts'][number] = ['Note', '3/4'];
  const csvOf = (form: CloseContent['form']) => closeCsv({ form, facts: [note], sections: [] });
  for (const form of [1, 2, 3] as const) expect(csvOf(form)).toContain('"Note","3/4"');
  expect(csvOf(4)).toContain(`"Note","'3/4"`);
});

it('prints the hour that comes twice with its zone, and in a close of before as it was printed then', () => {
  const column = { kind: 'moment', label: 'Created', share: 1 } as const;
  const section = { title: '', lead: '', columns: [column], rows: [['2026-10-25T00:30:00.000Z']] };
  const printed = (form: CloseContent['form']) =>
    onPaper(section, 'Europe/Berlin', form).table?.rows.map(([moment]) => moment);
  for (const form of [1, 2, 3, 4] as const) expect(printed(form)).toEqual(['2026-10-25 02:30']);
  expect(printed(5)).toEqual(['2026-10-25 02:30 CEST']);
});
