import { beforeEach, expect, it } from 'vitest';
import { createSystemNotices } from '../../src/main/hosts/electron/notices.ts';
import * as electron from './fake-electron.ts';

let steps: string[];
const create = () =>
  createSystemNotices({
    Notification: electron.Notification,
    app: electron.app,
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

it('writes how much there is on the icon, and takes it away', () => {
  const notices = create();
  notices?.badge(3);
  notices?.badge(0);
  const badges = electron.calls().filter(({ name }) => name === 'app.setBadgeCount');
  expect(badges.map(({ arguments: given }) => given)).toEqual([[3], [0]]);
});

it('leaves notices to the page where the system shows none', () => {
  electron.world.showsNotices = false;
  expect(create()).toBeNull();
});
