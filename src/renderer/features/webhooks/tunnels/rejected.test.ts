import { describe, expect, it } from 'vitest';
import type { RejectedView } from '../../../../bridge/webhooks.ts';
import { tunnelTexts } from './texts.ts';
import { rejectedReasons } from './tunnels-part.tsx';

const none: RejectedView = {
  connectionsRefused: 0,
  timedOut: 0,
  malformed: 0,
  tooLarge: 0,
  noRoom: 0,
  holdFull: 0,
  notDurable: 0,
  wrongPath: 0,
  wrongMethod: 0,
};
const names = Object.keys(none) as (keyof RejectedView)[];

describe('what was not taken', () => {
  it('is nothing while every count is 0', () => {
    expect(rejectedReasons(none)).toEqual([]);
  });

  it('begins with what may be the service’s own', () => {
    const found = rejectedReasons({ ...none, wrongPath: 7, notDurable: 2, noRoom: 1 });
    expect(found).toEqual([
      { reason: 'notDurable', tone: 'red', count: 2 },
      { reason: 'noRoom', tone: 'amber', count: 1 },
      { reason: 'wrongPath', tone: 'grey', count: 7 },
    ]);
  });

  it.each(names)('says of %s what it was and what to do', (reason) => {
    expect(rejectedReasons({ ...none, [reason]: 3 })).toMatchObject([{ reason, count: 3 }]);
    const { what, whatToDo } = tunnelTexts.receiver.reasons[reason];
    expect(what.length).toBeGreaterThan(10);
    expect(whatToDo).toMatch(/\.$/);
  });
});
