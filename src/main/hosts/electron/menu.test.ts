import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { menuTemplate } from './menu.ts';

const rolesOf = (items: readonly MenuItemConstructorOptions[]): unknown[] =>
  items.flatMap(({ role, submenu }) => [
    ...(role === undefined ? [] : [role]),
    ...(Array.isArray(submenu) ? rolesOf(submenu) : []),
  ]);

const lock = () => undefined;

it('brings the standard menus, so that copy and paste have their shortcuts', () => {
  const roles = rolesOf(menuTemplate({ platform: 'linux', isPackaged: true, lock }));
  expect(roles).toEqual(expect.arrayContaining(['editMenu', 'windowMenu', 'zoomIn']));
});

it('has the application menu on macOS alone', () => {
  expect(rolesOf(menuTemplate({ platform: 'darwin', isPackaged: true, lock }))[0]).toBe('appMenu');
  expect(rolesOf(menuTemplate({ platform: 'win32', isPackaged: true, lock }))).not.toContain(
    'appMenu',
  );
});

it('offers developer tools only where nothing is packaged', () => {
  const roles = (isPackaged: boolean) =>
    rolesOf(menuTemplate({ platform: 'linux', isPackaged, lock }));
  expect(roles(false)).toContain('toggleDevTools');
  expect(roles(true).filter((role) => /devtools/i.test(String(role)))).toEqual([]);
});

it('locks, on every system, and leaves the way out that each has', () => {
  for (const [platform, wayOut] of [
    ['darwin', 'close'],
    ['win32', 'quit'],
    ['linux', 'quit'],
  ] as const) {
    let isLocked = false;
    const template = menuTemplate({ platform, isPackaged: true, lock: () => (isLocked = true) });
    const file = template.find(({ label }) => label === 'File')?.submenu;
    const items = Array.isArray(file) ? file : [];
    items
      .find(({ label }) => label === 'Lock Causeway')
      ?.click?.(...([] as never as [never, never, never]));
    expect(isLocked).toBe(true);
    expect(items.at(-1)?.role).toBe(wayOut);
  }
});
