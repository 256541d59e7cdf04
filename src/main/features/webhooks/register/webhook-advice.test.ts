import { describe, expect, it } from 'vitest';
import type { WebhookRow } from '../../../../bridge/webhooks.ts';
import { adviceBefore } from './preparation.ts';
import { adviceFor, mismatchAdvice } from './webhook-advice.ts';

const slot: NonNullable<WebhookRow['slot']> = {
  path: '0'.repeat(32),
  verdicts: {
    genuine: 5,
    genuineReserialised: 0,
    duplicateKeys: 0,
    otherWebhook: 0,
    wrong: 0,
    missing: 0,
    notYetJudged: 0,
  },
  repeats: 0,
  held: 0,
  quarantined: 0,
  droppedFromQuarantine: 0,
  refusedHoldFull: 0,
  lastDeliveryAt: null,
  averageAnswerMs: 2,
  answers: 5,
};
const good: WebhookRow = {
  id: 'webhook_1',
  name: 'Desk',
  description: null,
  url: 'https://a.example/hooks/0',
  events: [],
  active: true,
  status: 'healthy',
  deliveryRate: '1',
  statusLearnedAt: null,
  statusSource: null,
  created: null,
  secret: 'held',
  fingerprint: null,
  slot,
  wayIn: { state: 'proven', tunnelId: 't', kind: 'ssh', lastProvenAt: null, sentence: '' },
  forwards: 0,
  lastLearnedAt: '2026-11-20T12:00:00.000Z',
  ...{ isByHand: false, labels: [], reference: null },
};
const codes = (more: Partial<WebhookRow>) =>
  adviceFor({ ...good, ...more }).map(({ code }) => code);
const withSlot = (more: Partial<typeof slot>) => codes({ slot: { ...slot, ...more } });

describe('advice on a webhook', () => {
  it('is none where all is well', () => {
    expect(codes({})).toEqual([]);
  });

  it('says first that a secret is gone, and that another webhook is the only way', () => {
    const [first] = adviceFor({ ...good, secret: 'lost', status: 'failing' });
    expect(first).toMatchObject({ code: 'secret-lost', tone: 'problem' });
    expect(first?.whatToDo).toContain('Create another webhook');
    expect(codes({ secret: 'not-given' })).toEqual(['secret-not-given']);
  });

  it('shows what the service said as it came', () => {
    const [status] = adviceFor({ ...good, status: 'degraded', deliveryRate: '0.4' });
    expect(status?.sentence).toContain('“degraded”');
    expect(status?.sentence).toContain('0.4');
    expect(codes({ active: false, status: 'dead' })).toEqual(['inactive']);
  });

  it('counts what was refused, held or dropped, and what was slow', () => {
    expect(withSlot({ averageAnswerMs: 5_000 })).toEqual(['slow']);
    expect(withSlot({ averageAnswerMs: 4_999 })).toEqual([]);
    expect(withSlot({ held: 2, refusedHoldFull: 1 })).toEqual(['hold-full', 'held']);
    expect(withSlot({ verdicts: { ...slot.verdicts, missing: 1 } })).toEqual(['not-signed']);
    expect(withSlot({ droppedFromQuarantine: 9 })).toEqual(['dropped']);
  });

  it.each([
    [
      1,
      ['1 delivery was rejected', '1 delivery awaits', '1 request was', '1 rejected request was'],
    ],
    [
      1_200,
      [
        '1,200 deliveries were rejected',
        '1,200 deliveries await',
        '1,200 requests were',
        '1,200 rejected requests were',
      ],
    ],
  ])('speaks of %i as one would', (count, beginnings) => {
    const counts = { held: count, refusedHoldFull: count, droppedFromQuarantine: count };
    const verdicts = { ...slot.verdicts, wrong: count };
    const said = adviceFor({ ...good, slot: { ...slot, ...counts, verdicts } });
    for (const [index, beginning] of beginnings.entries()) {
      expect(said[index]?.sentence.startsWith(beginning), said[index]?.sentence).toBe(true);
    }
  });
});

describe('advice before a place is taken', () => {
  const before = { known: 0, mayExist: 0, addresses: [], reusable: [] };
  const address = {
    url: 'https://a.example/hooks/0',
    tunnelId: 't',
    kind: 'ngrok' as const,
    state: 'proven' as const,
    lastProvenAt: null,
    lasts: false,
    sentence: '',
  };
  const of = (more: Partial<Parameters<typeof adviceBefore>[0]>) =>
    adviceBefore({ ...before, ...more }).map(({ code }) => code);

  it('always says that it is irreversible', () => {
    expect(of({})).toEqual(['irreversible']);
  });

  it('warns of the last places, of those that may be taken, and of the eleventh', () => {
    expect(of({ known: 7 })).toEqual(['few-left', 'irreversible']);
    expect(of({ known: 10 })).toEqual(['full', 'irreversible']);
    expect(of({ mayExist: 1 })).toEqual(['may-exist', 'irreversible']);
  });

  it('warns of an address that will not last, unless one that does is offered', () => {
    expect(of({ addresses: [address] })).toContain('does-not-last');
    expect(of({ addresses: [address, { ...address, lasts: true }] })).toEqual(['irreversible']);
  });
});

const entered = {
  ...{
    name: 'Main',
    url: 'https://a.example.com/hooks/1',
    events: ['payout.create', 'wallet.create'],
  },
};

it('a webhook that the service answers otherwise than it was asked for is told', () => {
  const body = { ...entered, url: 'https://b.example.com/hooks/1', events: ['payout.create'] };
  expect(mismatchAdvice({ entered, body })).toMatchObject([
    {
      ...{ code: 'departs-url', tone: 'problem' },
      sentence:
        'The service reports the URL as https://b.example.com/hooks/1. The request had https://a.example.com/hooks/1.',
    },
    {
      code: 'departs-events',
      sentence:
        'The service reports the events as payout.create. The request had payout.create, wallet.create.',
    },
  ]);
});

it('the order of events is no departure, nor is what was not sent from here', () => {
  const events = entered.events.toReversed();
  expect(mismatchAdvice({ entered, body: { ...entered, events } })).toEqual([]);
  expect(mismatchAdvice({ entered: {}, body: entered })).toEqual([]);
});
