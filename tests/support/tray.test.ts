import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { HostStatus } from '../../src/main/features/host-status/feature.ts';
import { createTray, statusLines } from '../../src/main/hosts/electron/tray.ts';
import * as electron from './fake-electron.ts';
import { root } from './run-command.ts';

let steps: string[];
beforeEach(() => {
  steps = [];
});

function create(platform: NodeJS.Platform) {
  const show = createTray({
    Tray: electron.Tray,
    Menu: electron.Menu as never,
    platform,
    icons: join(root, 'resources'),
    open: () => steps.push('open'),
    lock: () => steps.push('lock'),
    quit: () => steps.push('quit'),
  });
  const tray = electron.trays().at(-1);
  if (tray === undefined) throw new Error('No tray was made.');
  return { show, tray };
}

const status: HostStatus = {
  profileName: 'Treasury & Co',
  needs: { count: 3, isAtLeast: false },
  tunnel: 'failed',
};
type MadeTray = ReturnType<typeof create>['tray'];
const labels = ({ menu }: MadeTray) => menu.flatMap(({ label }) => label ?? []);
const press = ({ menu }: MadeTray, label: string) =>
  menu.find((item) => item.label === label)?.click?.(...([] as never[] as [never, never, never]));

it('says how the profile stands, and leads to the window and out', () => {
  const { show, tray } = create('win32');
  expect(labels(tray)).toEqual(['Locked or opening', 'Open Causeway', 'Quit Causeway']);
  show(status);
  expect(tray.toolTip).toBe('Causeway\nProfile: Treasury & Co\nNeeds you: 3\nTunnel: failed');
  expect(labels(tray)).toContain('Profile: Treasury && Co');
  press(tray, 'Open Causeway');
  press(tray, 'Lock Causeway');
  press(tray, 'Quit Causeway');
  tray.emit('click');
  expect(steps).toEqual(['open', 'lock', 'quit', 'open']);
  show(null);
  expect(labels(tray)).not.toContain('Lock Causeway');
  expect(tray.toolTip).toBe('Causeway\nLocked or opening');
});

it('on macOS shows the number beside the icon, and a press opens the menu alone', () => {
  const { show, tray } = create('darwin');
  show(status);
  expect(tray.title).toBe('3');
  tray.emit('click');
  expect(steps).toEqual([]);
  show({ ...status, needs: { count: 0, isAtLeast: false } });
  expect(tray.title).toBe('');
});

it('is marked while something needs a person or the tunnel failed', () => {
  const { show, tray } = create('linux');
  const calm = { ...status, needs: { count: 0, isAtLeast: false }, tunnel: null };
  const isMarked = (now: HostStatus | null) => {
    show(now);
    expect(existsSync(tray.image)).toBe(true);
    return tray.image.endsWith('trayNeeds.png');
  };
  const marks = [
    calm,
    { ...calm, needs: status.needs },
    calm,
    { ...calm, tunnel: 'failed' as const },
  ];
  expect(marks.map(isMarked)).toEqual([false, true, false, true]);
  expect(isMarked(null)).toBe(false);
});

it('counts nothing that could not be read as nothing', () => {
  const needs = (count: number, isAtLeast: boolean) =>
    statusLines({ ...status, needs: { count, isAtLeast } })[1];
  expect(needs(0, false)).toBe('Nothing needs you');
  expect(needs(0, true)).toBe('Not everything could be checked');
  expect(needs(2, true)).toBe('Needs you: 2 or more');
});

it.each(['win32', 'darwin', 'linux'] as const)(
  'has its icons on %s, in both densities',
  (platform) => {
    const { show, tray } = create(platform);
    for (const now of [null, status]) {
      show(now);
      expect(existsSync(tray.image)).toBe(true);
      expect(existsSync(tray.image.replace('.png', '@2x.png'))).toBe(true);
    }
  },
);
