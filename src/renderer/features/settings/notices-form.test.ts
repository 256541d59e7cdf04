import { expect, it } from 'vitest';
import { noticeProblems, noticeSettingsOf, noticeValues } from './notices-form.ts';

const off = noticeValues({ kinds: [], quiet: null, hasDetails: false });

it('keeps the person’s zone with quiet hours, and none where there are none', () => {
  expect(noticeSettingsOf(off, 'Europe/Berlin').quiet).toBeNull();
  const values = { ...off, hasQuiet: true };
  const settings = noticeSettingsOf(values, 'Europe/Berlin');
  expect(settings.quiet).toEqual({ from: '20:00', to: '07:00', zone: 'Europe/Berlin' });
  expect(noticeValues(settings)).toEqual(values);
});

it('asks for two times that differ, where there are quiet hours', () => {
  const values = { ...off, hasQuiet: true };
  expect(noticeProblems.from('', off)).toBeNull();
  expect(noticeProblems.from('', values)).not.toBeNull();
  expect(noticeProblems.to('', values)).not.toBeNull();
  expect(noticeProblems.to('20:00', values)).not.toBeNull();
  expect(noticeProblems.to('06:00', values)).toBeNull();
});
