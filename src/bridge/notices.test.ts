import { expect, it } from 'vitest';
import { quietHours } from './notices.ts';

it.each([
  [{ from: '22:00', to: '07:00', zone: 'Europe/Berlin' }, true],
  [{ from: '24:00', to: '07:00', zone: 'Europe/Berlin' }, false],
  [{ from: '22:00', to: '22:00', zone: 'Europe/Berlin' }, false],
  [{ from: '22:00', to: '07:00', zone: 'Europe/Nowhere' }, false],
])('quiet hours are times of a zone that there is: %j', (given, isValid) => {
  expect(quietHours.safeParse(given).success).toBe(isValid);
});
