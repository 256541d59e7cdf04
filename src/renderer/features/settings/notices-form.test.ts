import { expect, it } from 'vitest';
import { noticeKinds } from '../../../bridge/notices.ts';
import { screenAt } from '../../app/features.ts';
import { splitFragment } from '../../app/fragment.ts';
import { addressOfNotice, noticeProblems, noticeSettingsOf, noticeValues } from './notices-form.ts';
import { settingsTexts } from './texts.ts';

const off = noticeValues({ kinds: [], quiet: null, hasDetails: false });

it('keeps the person’s zone with quiet hours, and none where there are none', () => {
  expect(noticeSettingsOf(off, 'Europe/Berlin').quiet).toBeNull();
  const values = { ...off, hasQuiet: true };
  const settings = noticeSettingsOf(values, 'Europe/Berlin');
  expect(settings.quiet).toEqual({ from: '20:00', to: '07:00', zone: 'Europe/Berlin' });
  expect(noticeValues(settings)).toEqual(values);
});

it('says in which zone saved quiet hours count where it is not the person’s', () => {
  const { quietHelp } = settingsTexts.notices;
  expect(quietHelp('Europe/London')).toMatch(/Times in Europe\/London\.$/);
  expect(quietHelp('Europe/London', 'Europe/London')).toBe(quietHelp('Europe/London'));
  expect(quietHelp('Europe/London', 'America/New_York')).toContain(
    'they count in America/New_York',
  );
});

it('asks for two times that differ, where there are quiet hours', () => {
  const values = { ...off, hasQuiet: true };
  expect(noticeProblems.from('', off)).toBeNull();
  expect(noticeProblems.from('', values)).not.toBeNull();
  expect(noticeProblems.to('', values)).not.toBeNull();
  expect(noticeProblems.to('20:00', values)).not.toBeNull();
  expect(noticeProblems.to('06:00', values)).toBeNull();
});

const one = { id: 'a/b?c#d', at: '2026-11-23T12:00:00.000Z' };

it.each(noticeKinds)('%s leads to screens of the page, whatever the ID is', (kind) => {
  for (const place of [addressOfNotice({ kind, one }), addressOfNotice({ kind, one: null })])
    expect(screenAt(splitFragment(place).path), place).not.toBeNull();
});

it('leads to the one payout, or to all that failed', () => {
  expect(addressOfNotice({ kind: 'payoutsFailed', one })).toBe('/payouts/a%2Fb%3Fc%23d');
  expect(addressOfNotice({ kind: 'payoutsFailed', one: null })).toBe('/payouts?state=failed');
});
