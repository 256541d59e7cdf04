import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createBadge, createSystemNotices } from '../../src/main/hosts/electron/notices.ts';
import * as electron from './fake-electron.ts';
import { root } from './run-command.ts';

let steps: string[];
const create = () =>
  createSystemNotices({
    Notification: electron.Notification,
    badge: (count) => steps.push(`badge ${count}`),
    toFront: () => steps.push('front'),
  });
const shown = () => electron.notifications().filter(({ isShown }) => isShown);
beforeEach(() => {
  steps = [];
  electron.world.showsNotices = true;
});

it('shows a notice of the system, whose click brings the window and opens the place', () => {
  const before = shown().length;
  const onOpen = () => void steps.push('open');
  create()?.show({ title: 'A payout failed', body: 'Profile: Treasury', onOpen });
  const [notice] = shown().slice(before);
  expect(notice?.options).toEqual({ title: 'A payout failed', body: 'Profile: Treasury' });
  expect(steps).toEqual([]);
  notice?.emit('click');
  expect(steps).toEqual(['front', 'open']);
});

const badgeOn = (platform: NodeJS.Platform, marks: unknown[][] = []) =>
  createBadge({
    app: electron.app,
    platform,
    icons: join(root, 'resources'),
    image: (file) => ({ file }) as never,
    window: () => ({ setOverlayIcon: (...mark) => void marks.push(mark) }),
  });

it('marks the taskbar of Windows, which shows no number, and takes the mark away', () => {
  const marks: unknown[][] = [];
  const badge = badgeOn('win32', marks);
  badge(3);
  badge(0);
  const file = join(root, 'resources/badge.png');
  expect(existsSync(file)).toBe(true);
  expect(marks).toEqual([
    [{ file }, 'Needs you: 3'],
    [null, ''],
  ]);
});

it('writes how much there is on the icon, and takes it away', () => {
  const badge = badgeOn('darwin');
  badge(3);
  badge(0);
  const badges = electron.calls().filter(({ name }) => name === 'app.setBadgeCount');
  expect(badges.map(({ arguments: given }) => given)).toEqual([[3], [0]]);
});

it('leaves notices to the page where the system shows none', () => {
  electron.world.showsNotices = false;
  expect(create()).toBeNull();
});
