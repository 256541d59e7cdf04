/** The highlighted row is what Enter opens, wherever rows that came in moved it. */
import { screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keepFocus } from '../../app/shell/keep-focus.ts';
import { showPage } from '../../app/testing/show-page.tsx';
import { stateTexts } from '../../texts/states.ts';
import { DataTable } from './data-table.tsx';
import { heldRows, type WindowedRows } from './windowed-rows.ts';

const columns = [
  { key: 'name', header: 'Name', track: '1fr', render: ({ id }: { id: string }) => `Name ${id}` },
];

// The document has no layout: without a height no row is in the window.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600));

const ids = Array.from({ length: 25 }, (_, at) => String(at));

interface TableProps {
  ids?: string[];
  rows?: WindowedRows<{ id: string }>;
  selectedId?: string | null;
}

const Table = ({ ids = [], rows, selectedId = null }: TableProps) => (
  <DataTable
    label="Records"
    columns={columns}
    rows={rows ?? heldRows(ids.map((id) => ({ id })))}
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
  const { user } = showPage(<Table ids={ids} />, {});
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
  await user.keyboard('{Control>}{End}{/Control}{Alt>}{ArrowDown}{/Alt}{Shift>}{PageDown}{/Shift}');
  expect(focused()).toBe('Name 0');
});

/** As pages that are read: of those ahead nothing is there. */
function PagedTable({ from, to }: { from: number; to: number }) {
  useEffect(() => keepFocus(document), []);
  const isRead = (index: number) => index >= from && index < to;
  const rowAt = (index: number) => (isRead(index) ? { id: String(index) } : undefined);
  return <Table rows={{ ...heldRows(ids.map((id) => ({ id }))), rowAt }} />;
}

it('a row that comes late has the focus then, unless somebody took it elsewhere', async () => {
  const { user, show } = showPage(<PagedTable from={0} to={9} />, {});
  const nameOf = (id: number) => screen.findByText(`Name ${id}`);
  (await nameOf(0)).focus();
  await user.keyboard('{End}');
  // Its row goes out of the window, and what is around it has the focus meanwhile.
  show(<PagedTable from={9} to={9} />);
  await waitFor(() => expect(document.activeElement?.role).toBe('table'));
  show(<PagedTable from={9} to={25} />);
  expect(document.activeElement).toBe(await nameOf(24));
  show(<PagedTable from={12} to={25} />);
  await user.keyboard('{Home}');
  (await nameOf(20)).focus();
  show(<PagedTable from={0} to={25} />);
  await nameOf(0);
  expect(document.activeElement).toBe(await nameOf(20));
});
