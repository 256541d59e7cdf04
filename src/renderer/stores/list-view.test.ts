import { expect, it } from 'vitest';
import { clampPanelWidth, createLayout } from './layout.ts';
import { createListView, nextSort } from './list-view.ts';

it('a view is changed in part, and goes back to how it began', () => {
  const { getState } = createListView({ search: '', type: 'individual' });
  getState().change({ search: 'ada' });
  expect(getState().view).toEqual({ search: 'ada', type: 'individual' });
  getState().reset();
  expect(getState().view).toEqual({ search: '', type: 'individual' });
});

it('the same column turns around, another begins as it reads best', () => {
  const byName = { sort: 'name', direction: 'ascending' } as const;
  expect(nextSort<string>(byName, 'name').direction).toBe('descending');
  expect(nextSort<string>(byName, 'firstLearnedAt').direction).toBe('descending');
  expect(nextSort<string>(byName, 'created').direction).toBe('descending');
  expect(nextSort<string>({ sort: 'created', direction: 'descending' }, 'network')).toEqual({
    sort: 'network',
    direction: 'ascending',
  });
});

it('the panel keeps its width inside its bounds, over a restart', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  createLayout(storage).getState().setPanelWidth(5_000);
  expect(createLayout(storage).getState().panelWidth).toBe(900);
  kept.set([...kept.keys()][0] ?? '', 'wide');
  expect(createLayout(storage).getState().panelWidth).toBe(560);
  expect(clampPanelWidth(10)).toBe(480);
});
