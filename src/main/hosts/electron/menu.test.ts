import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { menuTemplate } from './menu.ts';

const rolesOf = (items: readonly MenuItemConstructorOptions[]): unknown[] =>
  items.flatMap(({ role, submenu }) => [
    ...(role === undefined ? [] : [role]),
    ...(Array.isArray(submenu) ? rolesOf(submenu) : []),
  ]);

it('brings the standard menus, so that copy and paste have their shortcuts', () => {
  const roles = rolesOf(menuTemplate({ platform: 'linux', isPackaged: true }));
  expect(roles).toEqual(expect.arrayContaining(['fileMenu', 'editMenu', 'windowMenu', 'zoomIn']));
});

it('has the application menu on macOS alone', () => {
  expect(rolesOf(menuTemplate({ platform: 'darwin', isPackaged: true }))[0]).toBe('appMenu');
  expect(rolesOf(menuTemplate({ platform: 'win32', isPackaged: true }))).not.toContain('appMenu');
});

it('offers developer tools only where nothing is packaged', () => {
  const roles = (isPackaged: boolean) => rolesOf(menuTemplate({ platform: 'linux', isPackaged }));
  expect(roles(false)).toContain('toggleDevTools');
  expect(roles(true).filter((role) => /devtools/i.test(String(role)))).toEqual([]);
});
