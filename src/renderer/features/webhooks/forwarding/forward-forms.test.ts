import { describe, expect, it } from 'vitest';
import { forwardTargetInput, replaySelection } from '../../../../bridge/forwarding.ts';
import { problemsOf } from '../../../components/draft/use-draft-form.ts';
import {
  emptyTargetValues,
  type ReplayValues,
  replayChecks,
  replaySelectionOf,
  sinceOf,
  targetChecks,
  targetInputOf,
  targetStateOf,
} from './forward-forms.ts';

describe('an address to forward to', () => {
  it('is sent trimmed; none chosen means all', () => {
    const values = { ...emptyTargetValues, name: ' Local ', url: ' http://localhost:3000/hooks ' };
    expect(problemsOf(values, targetChecks)).toEqual({});
    const input = targetInputOf(values);
    expect(input).toEqual({
      name: 'Local',
      url: 'http://localhost:3000/hooks',
      webhookId: null,
      events: [],
      // Once for the team where it can be.
      isForTeam: null,
    });
    expect(targetInputOf({ ...values, isForTeam: false })).toMatchObject({ isForTeam: false });
    expect(forwardTargetInput.safeParse(input).success).toBe(true);
  });

  it('on this computer needs no http:// in front', () => {
    const values = { ...emptyTargetValues, name: 'Local', url: ' localhost:3911/hooks' };
    expect(problemsOf(values, targetChecks)).toEqual({});
    expect(targetInputOf(values).url).toBe('http://localhost:3911/hooks');
  });

  it.each(['', 'localhost.example.com:3000', 'ftp://a.example', 'https://u:p@a.example'])(
    'the address "%s" is a problem',
    (url) => {
      expect(targetChecks.url(url)).not.toBeNull();
    },
  );
});

describe('a replay', () => {
  const values: ReplayValues = {
    by: 'since',
    since: '2026-11-20T09:00',
    until: '',
    webhookId: '',
    events: [],
  };

  it('begins when the target began to fail, else a day ago', () => {
    const failing = {
      since: new Date(2026, 10, 20, 9, 0, 5).toISOString(),
      status: null,
      reason: '',
    };
    const now = new Date(2026, 10, 20, 12, 30).getTime();
    expect(sinceOf({ failing }, now)).toBe('2026-11-20 09:00:05');
    expect(sinceOf({ failing: null }, now)).toBe('2026-11-19 12:30');
  });

  it('of all since a time names that time in UTC', () => {
    expect(replaySelectionOf(values)).toEqual({
      by: 'since',
      since: new Date(2026, 10, 20, 9, 0).toISOString(),
    });
  });

  it('of a filter leaves out what was not chosen', () => {
    const selection = replaySelectionOf({ ...values, by: 'filter', since: '' });
    expect(selection).toEqual({
      by: 'filter',
      webhookId: null,
      events: [],
      since: null,
      until: null,
    });
    expect(replaySelection.safeParse(selection).success).toBe(true);
  });

  it('since a time needs the time; a filter does not', () => {
    const without = { ...values, since: '' };
    expect(problemsOf(without, replayChecks)).toHaveProperty('since');
    expect(problemsOf<ReplayValues>({ ...without, by: 'filter' }, replayChecks)).toEqual({});
  });

  it('does not end before it begins', () => {
    const backwards: ReplayValues = { ...values, by: 'filter', until: '2026-11-20T08:59' };
    expect(problemsOf(backwards, replayChecks)).toHaveProperty('until');
    expect(problemsOf({ ...backwards, until: '2026-11-20T09:01' }, replayChecks)).toEqual({});
  });

  it('what is no time is refused, and may not stand in a field that may stay empty', () => {
    expect(problemsOf({ ...values, since: 'yesterday' }, replayChecks)).toHaveProperty('since');
    const filtered: ReplayValues = { ...values, by: 'filter', since: '', until: 'tomorrow' };
    expect(problemsOf(filtered, replayChecks)).toHaveProperty('until');
  });
});

const now = Date.parse('2026-11-20T12:00:00.000Z');
const nextTryAt = '2026-11-20T12:05:00.000Z';
const failing = {
  since: '2026-11-12T10:00:00.000Z',
  status: 500,
  reason: 'Refused with status 500.',
};
const target = { isPaused: false, failing: null, nextTryAt: null };

describe('how an address stands', () => {
  it('is forwarding only while nothing fails', () => {
    expect(targetStateOf(target, now)).toEqual({ tone: 'green', mark: 'Forwarding', reason: null });
  });

  it('is failing since a time, with the last answer and the reason, while it is tried again', () => {
    const standing = targetStateOf({ ...target, failing, nextTryAt }, now);
    expect(standing.tone).toBe('amber');
    expect(standing.mark).toMatch(/^Failing since 2026-11-12 \d\d:\d\d, last response 500$/);
    expect(standing.reason).toMatch(/^Refused with status 500\. .*tries waiting/);
  });

  it('is red when all was given up, and says what to do', () => {
    const silent = { ...failing, status: null, reason: 'The target refused the connection.' };
    const standing = targetStateOf({ ...target, failing: silent }, now);
    expect(standing.tone).toBe('red');
    expect(standing.mark).toMatch(/, no response$/);
    expect(standing.reason).toMatch(/^The target refused the connection\. .*Replay them/);
  });

  it('is paused whatever came before', () => {
    const paused = { ...target, isPaused: true, failing };
    expect(targetStateOf(paused, now)).toEqual({ tone: 'grey', mark: 'Paused', reason: null });
  });
});
