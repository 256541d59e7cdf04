/** A bulk run is paused and resumed by a person, once a press. */
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BulkRun } from '../../../../bridge/bulk.ts';
import { showPage } from '../../../app/testing/show-page.tsx';
import { customerPaths } from '../../customers/paths.ts';
import { bulkRunTexts } from '../run-texts.ts';
import { RunScreen } from './run-screen.tsx';

const { actions, paused } = bulkRunTexts;

const running: BulkRun = {
  id: 'run_1',
  kind: 'virtualAccount',
  fileName: 'accounts.csv',
  sha256: 'a'.repeat(64),
  state: 'running',
  createdAt: '2026-11-20T14:00:00.000Z',
  endedAt: null,
  stateSince: '2026-11-20T14:00:00.000Z',
  sentence: null,
  cause: null,
  total: 3,
  counts: { waiting: 2, sending: 1, created: 0, refused: 0, unknown: 0, unsent: 0, leftOut: 0 },
  perSecond: 1,
  secondsLeft: 2,
  pacedTo: null,
  waitsUntil: null,
  attemptsAgain: 0,
  neverSent: 0,
  mismatches: 0,
  departing: [],
};
const standing: BulkRun = { ...running, state: 'paused', cause: 'person' };

const open = (run: () => BulkRun, runs: { goOn?: () => Promise<BulkRun> } = {}) =>
  showPage(<RunScreen id="run_1" rows={null} />, {
    bulk: { runs: { get: run, pause: () => running, ...runs } },
  });

it('pausing is said until the rows under way have ended, and only then it can be resumed', async () => {
  let run = running;
  const { press, button, asked, readAgain } = open(() => run);
  await press(actions.pause);
  expect(await button(actions.pausing)).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: actions.goOn })).toBeNull();
  run = standing;
  await readAgain();
  await button(actions.goOn);
  expect(screen.getByText(paused.byPerson)).toBeDefined();
  expect(asked('bulk.runs.pause')).toEqual([{ id: 'run_1', profileId: 'profile_a' }]);
});

it('the rows that were not sent are saved once it is over, and not while it may go on', async () => {
  const counts = { ...running.counts, waiting: 0, sending: 0, unsent: 3 };
  let run = standing;
  const { readAgain } = open(() => run);
  await screen.findByText(paused.byPerson);
  expect(screen.queryByText(bulkRunTexts.result.unsentHint)).toBeNull();
  run = { ...standing, state: 'stopped', counts };
  await readAgain();
  await screen.findByText(bulkRunTexts.result.lead);
  // Sent, and said not to exist: nothing of that is a row to send.
  expect(screen.queryByText(bulkRunTexts.result.unsentHint)).toBeNull();
  run = { ...run, neverSent: 3 };
  await readAgain();
  await screen.findByText(bulkRunTexts.result.unsentHint);
});

it('a run of customers names those that depart, and asks for no sign-off', async () => {
  const departing = ['customer_b'];
  open(() => ({ ...standing, kind: 'customer', cause: 'departs', departing }));
  await screen.findByText(paused.customersDepartBody);
  expect(screen.getByRole('link', { name: 'customer_b' }).getAttribute('href')).toContain(
    customerPaths.one('customer_b'),
  );
  expect(screen.queryByText(paused.departsBody)).toBeNull();
});

it('is resumed once by two presses, and a failure is said until it is tried again', async () => {
  let resumed = Promise.withResolvers<BulkRun>();
  const { button, asked, user } = open(() => standing, { goOn: () => resumed.promise });
  const goOn = await button(actions.goOn);
  await user.dblClick(goOn);
  expect(asked('bulk.runs.goOn')).toEqual([{ id: 'run_1', profileId: 'profile_a', knownAt: null }]);
  await act(async () => resumed.reject(new Error('no')));
  await screen.findByText(actions.failed);
  resumed = Promise.withResolvers<BulkRun>();
  await user.click(await button(actions.goOn));
  expect(screen.queryByText(actions.failed)).toBeNull();
  await act(async () => resumed.resolve(running));
  await button(actions.pause);
});
