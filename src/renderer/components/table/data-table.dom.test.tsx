/** The highlighted row is what Enter opens, wherever rows that came in moved it. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { stateTexts } from '../../texts/states.ts';
import { DataTable } from './data-table.tsx';
import { heldRows } from './windowed-rows.ts';

const columns = [
  { key: 'name', header: 'Name', track: '1fr', render: ({ id }: { id: string }) => `Name ${id}` },
];

// The document has no layout: without a height no row is in the window.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600));

const Table = ({ ids, selectedId = null }: { ids: string[]; selectedId?: string | null }) => (
  <DataTable
    label="Records"
    columns={columns}
    rows={heldRows(ids.map((id) => ({ id })))}
    idOf={({ id }) => id}
    hrefOf={({ id }) => `/records/${id}`}
    selectedId={selectedId}
    listKey="all"
  />
);

const shown = () => screen.getAllByRole('link').map((link) => link.textContent);
const named = (...ids: string[]) => ids.map((id) => `Name ${id}`);

it('Enter opens the row with the focus, and what came in above waits for a press', async () => {
  const { user, show, press } = showPage(<Table ids={['b', 'c']} />, {});
  (await screen.findByText('Name b')).focus();
  await user.keyboard('{ArrowDown}');
  show(<Table ids={['a', 'b', 'c']} />);
  expect(shown()).toEqual(named('b', 'c'));
  await user.keyboard('{Enter}');
  expect(location.hash).toBe('#/records/c');
  await press(stateTexts.newRows(1));
  expect(shown()).toEqual(named('a', 'b', 'c'));
});

it('nobody at it, the focus goes with its record', async () => {
  const { user, show } = showPage(<Table ids={['b', 'c']} />, {});
  (await screen.findByText('Name c')).focus();
  show(<Table ids={['a', 'b', 'c']} />);
  expect(shown()).toEqual(named('a', 'b', 'c'));
  await user.keyboard('{Enter}');
  expect(location.hash).toBe('#/records/c');
});

it('a click anywhere in a row opens it, and one that is open is marked', async () => {
  const { user, show } = showPage(<Table ids={['b', 'c']} />, {});
  await user.click((await screen.findByText('Name c')).closest('[role="cell"]') ?? document.body);
  expect(location.hash).toBe('#/records/c');
  show(<Table ids={['b', 'c']} selectedId="c" />);
  expect(screen.getByText('Name c').getAttribute('aria-current')).toBe('true');
  expect(screen.getByText('Name b').getAttribute('aria-current')).toBeNull();
});

it('the keys of a page and of the ends take the focus along', async () => {
  const { user } = showPage(<Table ids={Array.from({ length: 25 }, (_, at) => String(at))} />, {});
  (await screen.findByText('Name 0')).focus();
  const focused = () => document.activeElement?.textContent;
  await user.keyboard('{PageDown}');
  expect(focused()).toBe('Name 15');
  await user.keyboard('{End}');
  expect(focused()).toBe('Name 24');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Name 24');
  await user.keyboard('{Home}');
  expect(focused()).toBe('Name 0');
});
