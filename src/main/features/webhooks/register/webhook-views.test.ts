import { beforeEach, expect, it } from 'vitest';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { testDatabase } from '../../../../platform/testing/test-folder.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import type { NewObservation, Records } from '../../../core/records/types.ts';
import type { PathCounts } from '../inbox/types.ts';
import { createWebhookViews } from './webhook-views.ts';
import { createWebhooks, type WebhooksParts } from './webhooks.ts';

let sqlite: Sqlite;
let records: Records;
beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
  records = openRecords({ sqlite });
});

const at = (seconds: number): string =>
  new Date(Date.UTC(2026, 10, 20, 12, 0, seconds)).toISOString();
const tell = (seconds: number, body: NewObservation['body']) =>
  records.observe({
    kind: 'webhook',
    id: 'webhook_1',
    body,
    source: 'webhook-record',
    observedAt: at(seconds),
  });

const path = '0'.repeat(32);
const counts: PathCounts = {
  slotPath: path,
  repeats: 0,
  droppedFromQuarantine: 0,
  refusedHoldFull: 0,
  held: 0,
  quarantined: 0,
  lastReceivedAt: null,
  answers: 0,
  averageAnswerMs: null,
  verdicts: {
    genuine: 1,
    'genuine-reserialised': 0,
    'duplicate-keys': 0,
    'other-webhook': 0,
    wrong: 0,
    missing: 0,
    'not-yet-judged': 0,
  },
};
const quietParts = {
  profileId: 'profile',
  receiverOf: () => null,
  isAtRelay: () => false,
  isJudgedElsewhere: () => false,
  intents: { list: () => ({ rows: [], total: 0 }) },
  inbox: {
    slots: () => [],
    counts: (): PathCounts => {
      throw new Error('There is no slot.');
    },
  },
  book: { secretOf: () => null },
  ways: { list: () => [] },
  forwardsOf: () => 0,
};
const noAnnotations = {
  ofRows: () => new Map(),
  labels: () => [],
  withLabel: () => [],
  found: () => [],
};

it('shows the request IDs of an event that also names something which is no webhook', () => {
  const own = { requestIds: ['request_1'], webhook: { id: 'webhook_1' } };
  const facts = { observedAt: at(1), eventId: 'event_1' };
  const body = { id: 'event_1', webhookRecords: [{ requestIds: [], webhook: null }, own, 'x'] };
  records.observe({ ...facts, kind: 'event', id: 'event_1', body, source: 'delivery' });
  records.observe({
    ...facts,
    kind: 'webhook',
    id: 'webhook_1',
    body: own.webhook,
    source: 'webhook-record',
  });
  const views = createWebhookViews({ ...quietParts, records, annotations: noAnnotations });
  const [webhook] = views.all();
  if (webhook === undefined) throw new Error('It is known.');
  expect(views.detail(webhook).requestIds).toEqual([
    { eventId: 'event_1', requestIds: ['request_1'] },
  ]);
});

it('offers a team each webhook at its paths, and says which was created on this computer', () => {
  tell(1, { url: `https://a.example/hooks/${path}` });
  const offered = (intentKey: string | null) => {
    const slot = { path, profileId: 'profile', intentKey, webhookId: null, reservedAt: '' };
    const inbox = { slots: () => [slot], counts: () => counts };
    const parts = { ...quietParts, records, annotations: noAnnotations, inbox };
    return createWebhooks(parts as unknown as WebhooksParts).shareable([]);
  };
  expect(offered('key')).toMatchObject([{ path, isAtOrigin: false, isCreatedHere: true }]);
  // Another computer shared it.
  expect(offered(null)).toMatchObject([{ path, isCreatedHere: false }]);
});

it('says of a webhook at the team’s relay where it is received, and who verifies', () => {
  tell(1, { url: `https://hooks.example.com/hooks/${path}` });
  const at = (isAtRelay: boolean) => {
    const views = createWebhookViews({
      ...quietParts,
      records,
      annotations: noAnnotations,
      inbox: {
        slots: () => [
          { path, profileId: 'profile', intentKey: null, webhookId: null, reservedAt: '' },
        ],
        counts: () => counts,
      },
      isAtRelay: (one) => isAtRelay && one === path,
      isJudgedElsewhere: (one) => isAtRelay && one === path,
    });
    const [webhook] = views.all();
    if (webhook === undefined) throw new Error('It is known.');
    const { wayIn, secret, advice } = views.detail(webhook);
    return { state: wayIn.state, kind: wayIn.kind, secret, advice: advice.map(({ code }) => code) };
  };
  expect(at(true)).toEqual({
    state: 'elsewhere',
    kind: 'team-relay',
    secret: 'with-team',
    advice: [],
  });
  expect(at(false)).toMatchObject({ state: 'closed', secret: 'not-given' });
  expect(at(false).advice).toEqual(['secret-not-given', 'way-closed']);
});

it('reads the newest observations of a webhook and never all that named it', () => {
  sqlite.transaction(() => {
    for (let number = 0; number < 250; number += 1) tell(1, { description: `${number}` });
    tell(2, { status: 'healthy', deliveryRate: '1' });
  });
  let maxRead = 0;
  const views = createWebhookViews({
    ...quietParts,
    records: {
      ids: records.ids,
      get: records.get,
      byHand: records.byHand,
      observations(kind, id, limit) {
        const read = records.observations(kind, id, limit);
        maxRead = Math.max(maxRead, read.length);
        return read;
      },
    },
    annotations: {
      ofRows: () => new Map([['webhook_1', { labels: ['Desk'], reference: 'D-1' }]]),
      labels: () => ['Desk'],
      withLabel: () => ['webhook_1'],
      found: () => [],
    },
  });
  const [webhook] = views.all();
  if (webhook === undefined) throw new Error('It is known.');
  expect(views.row(webhook)).toMatchObject({
    status: 'healthy',
    statusLearnedAt: at(2),
    isRecordUnconfirmed: false,
    labels: ['Desk'],
    reference: 'D-1',
  });
  const detail = views.detail(webhook);
  expect(detail.learned).toHaveLength(200);
  expect(detail.learned[0]?.observedAt).toBe(at(2));
  expect(detail.observations).toBe(251);
  expect(maxRead).toBe(200);
});
