import { beforeEach, expect, it } from 'vitest';
import type { NoticeSettings } from '../../../bridge/notices.ts';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import { saveOrAsk } from './feature.ts';

let kept: NoticeSettings;
let asked: Confirmation[];
let isOpen: boolean;
beforeEach(() => {
  kept = { kinds: [], quiet: null, hasDetails: false };
  asked = [];
  isOpen = true;
});

const notices = {
  settings: () => kept,
  async save(settings: NoticeSettings) {
    kept = settings;
  },
};

const save = (more: Partial<NoticeSettings>) =>
  saveOrAsk({
    profile: 'Treasury',
    settings: { ...kept, ...more },
    now() {
      if (!isOpen) throw new Error('another profile');
      return notices;
    },
    async ask(confirmation) {
      asked.push(confirmation);
      return '/secret/0';
    },
  });
const press = async () => await asked.at(-1)?.act(new URLSearchParams());

it('names and amounts are in notices once a person confirmed it, for that profile', async () => {
  const before = kept;
  const quiet = { from: '20:00', to: '07:00', zone: 'Europe/Berlin' };
  const wanted = { kinds: ['payoutsFailed', 'token'], quiet, hasDetails: true } as const;
  expect(await save({ ...wanted, kinds: [...wanted.kinds] })).toEqual({
    saved: null,
    path: '/secret/0',
  });
  expect(kept).toBe(before);
  expect(asked[0]?.facts).toEqual([
    ['Profile', 'Treasury'],
    ['Notices', 'A payout failed, The access token expires soon'],
    ['Quiet hours', '20:00 to 07:00, Europe/Berlin'],
  ]);
  isOpen = false;
  await expect(press()).rejects.toThrow('another profile');
  expect(kept).toBe(before);
  isOpen = true;
  await press();
  expect(kept).toEqual(wanted);
});

it('everything else is saved at once, and so is turning them off', async () => {
  expect(await save({ kinds: ['token'] })).toEqual({ saved: kept, path: null });
  expect(kept.kinds).toEqual(['token']);
  kept = { ...kept, hasDetails: true };
  await save({ kinds: [] });
  await save({ hasDetails: false });
  expect(kept).toEqual({ kinds: [], quiet: null, hasDetails: false });
  expect(asked).toEqual([]);
});
