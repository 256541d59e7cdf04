import { describe, expect, it } from 'vitest';
import type { WebhookRow } from '../../../../bridge/webhooks.ts';
import type { TunnelRoute } from './types.ts';
import { adviceBefore, adviceFor, mismatchAdvice, reachabilityOf } from './webhook-advice.ts';
import { readWebhookUrl, webhookUrl } from './webhook-url.ts';

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
  isRecordUnconfirmed: false,
  labels: [],
  reference: null,
};
const codes = (more: Partial<WebhookRow>) =>
  adviceFor({ ...good, ...more }).map(({ code }) => code);
const withSlot = (more: Partial<typeof slot>) => codes({ slot: { ...slot, ...more } });

describe('advice on a webhook', () => {
  it('is none where all is well', () => {
    expect(codes({})).toEqual([]);
  });

  it('says first that a secret is lost, to ask for it, and that another webhook is the other way', () => {
    const [first] = adviceFor({ ...good, secret: 'lost', status: 'failing' });
    expect(first).toMatchObject({ code: 'secret-lost', tone: 'problem' });
    expect(first?.whatToDo).toContain('Ask the service’s support for the secret');
    expect(first?.whatToDo).toContain('Otherwise create another webhook');
    expect(codes({ secret: 'not-given' })).toEqual(['secret-not-given']);
  });

  it('shows what the service said as it came', () => {
    const [status] = adviceFor({ ...good, status: 'degraded', deliveryRate: '0.4' });
    expect(status?.sentence).toContain('“degraded”');
    expect(status?.sentence).toContain('0.4');
    expect(codes({ active: false, status: 'dead' })).toEqual(['inactive']);
  });

  it.each([
    ['active', '100', 'info'],
    ['Healthy', '1', 'info'],
    ['active', '1.0', 'info'],
    ['active', null, 'info'],
    ['active', 'often', 'info'],
    ['active', '0x10', 'info'],
    ['active', '99.5', 'warning'],
    ['active', '0.5', 'warning'],
    ['active', '0', 'warning'],
  ])(
    'says of the unknown status %s at a rate of %s no more than is known',
    (status, deliveryRate, tone) => {
      const [advice, ...others] = adviceFor({ ...good, status, deliveryRate });
      expect(others).toEqual([]);
      expect(advice).toMatchObject({ code: 'status', tone });
      expect(advice?.sentence).toContain(`“${status}”`);
      expect(advice?.whatToDo === null).toBe(tone === 'info');
    },
  );

  it('counts what was refused, held or dropped, and what was slow', () => {
    expect(withSlot({ averageAnswerMs: 5_000 })).toEqual(['slow']);
    expect(withSlot({ averageAnswerMs: 4_999 })).toEqual([]);
    const full = { slot: { ...slot, held: 2, refusedHoldFull: 1 } };
    expect(codes(full)).toEqual(['hold-full', 'held']);
    for (const { whatToDo } of adviceFor({ ...good, ...full, secret: 'with-team' }))
      expect(whatToDo).toMatch(/^Make sure that a computer of the team/);
    expect(withSlot({ verdicts: { ...slot.verdicts, missing: 1 } })).toEqual(['not-signed']);
    expect(withSlot({ droppedFromQuarantine: 9 })).toEqual(['dropped']);
  });

  it.each([
    [
      1,
      [
        '1 delivery was rejected',
        '1 delivery is held',
        '1 request came',
        '1 unverified request was',
      ],
    ],
    [
      1_200,
      [
        '1,200 deliveries were rejected',
        '1,200 deliveries are held',
        '1,200 requests came',
        '1,200 unverified requests were',
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

it('says of what is held with a stored secret to check that, and never that it was rejected', () => {
  const verdicts = { ...slot.verdicts, wrong: 1 };
  const heldWith = (secret: WebhookRow['secret']) =>
    adviceFor({ ...good, secret, slot: { ...slot, held: 1, verdicts } });
  const [held, unsigned] = heldWith('held');
  expect(held?.whatToDo).toContain('Check that the stored secret is this webhook’s.');
  expect(`${held?.sentence} ${unsigned?.sentence}`).not.toMatch(/reject|await/);
  expect(heldWith('not-given')[1]?.whatToDo).toContain('enter the secret');
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
  name: 'Main',
  url: 'https://a.example.com/hooks/1',
  events: ['payout.create', 'wallet.create'],
};

it('a webhook that the service answers otherwise than it was asked for is told', () => {
  const body = { ...entered, url: 'https://b.example.com/hooks/1', events: ['payout.create'] };
  expect(mismatchAdvice({ entered, body })).toMatchObject([
    {
      code: 'departs-url',
      tone: 'problem',
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

const path = '0123456789abcdef0123456789abcdef';
const way = (more: Partial<TunnelRoute> = {}): TunnelRoute => ({
  tunnelId: 't1',
  kind: 'ssh',
  publicOrigin: 'https://hooks.example.com',
  state: 'proven',
  lastProvenAt: '2026-11-20T12:00:00.000Z',
  lasts: true,
  sentence: 'Last proven 2 s ago.',
  formerOrigins: [],
  paths: new Map([[path, { state: 'proven', lastProvenAt: '2026-11-20T11:59:00.000Z' }]]),
  ...more,
});
const url = webhookUrl('https://hooks.example.com', path);

describe('the way in of a webhook', () => {
  it('is that of the tunnel under its address', () => {
    expect(reachabilityOf(url, path, [way()])).toMatchObject({ state: 'proven', tunnelId: 't1' });
    expect(reachabilityOf(url, path, [way({ state: 'failed' })]).state).toBe('failed');
  });

  it('is proven by its own path alone, with the age of that proof', () => {
    expect(reachabilityOf(url, path, [way()]).lastProvenAt).toBe('2026-11-20T11:59:00.000Z');
    const none = reachabilityOf(url, path, [way({ paths: new Map() })]);
    expect(none).toMatchObject({ state: 'proving', lastProvenAt: null });
    expect(none.sentence).toContain('is not checked yet');
    const failing = way({
      paths: new Map([
        [path, { state: 'failed', lastProvenAt: null, sentence: 'It answers 404.' }],
        ['f'.repeat(32), { state: 'proven', lastProvenAt: '2026-11-20T12:00:00.000Z' }],
      ]),
    });
    const shown = reachabilityOf(url, path, [failing]);
    expect(shown).toMatchObject({ state: 'failed', tunnelId: 't1', lastProvenAt: null });
    expect(shown.sentence).toMatch(
      /^Checks of other paths through this tunnel pass.* It answers 404\.$/,
    );
  });

  it('is lost when the tunnel is open under another address, and says what that means', () => {
    const other = way({
      publicOrigin: 'https://other.example.com',
      formerOrigins: ['https://hooks.example.com'],
    });
    const { state, sentence, lastProvenAt } = reachabilityOf(url, path, [other]);
    expect(state).toBe('url-changed');
    expect(sentence).toContain('still sends to the old URL');
    expect(lastProvenAt).toBeNull();
  });

  it('is closed without a tunnel, and never proven by another’s closed one', () => {
    expect(reachabilityOf(url, path, []).state).toBe('closed');
    const closed = way({ publicOrigin: 'https://other.example.com', state: 'closed' });
    expect(reachabilityOf(url, path, [closed]).state).toBe('closed');
  });

  it('never names a tunnel that was not its own: it may serve another profile', () => {
    const foreign = way({ publicOrigin: 'https://other.example.com' });
    const shown = reachabilityOf(url, path, [foreign]);
    expect(shown).toMatchObject({ state: 'closed', tunnelId: null });
    expect(shown.sentence).not.toContain('other.example.com');
  });

  it('is elsewhere where the address is none of ours', () => {
    expect(reachabilityOf('https://example.com/x', null, [way()]).state).toBe('elsewhere');
    expect(reachabilityOf(null, path, [way()]).state).toBe('elsewhere');
  });
});

describe('the address of a webhook', () => {
  it('names its path', () => {
    expect(readWebhookUrl(url)).toEqual({
      origin: 'https://hooks.example.com',
      slotPath: path,
    });
  });

  it.each([
    'https://a.example/hooks/short',
    `https://a.example/hooks/${path}/more`,
    `https://a.example/hooks/${path.toUpperCase()}`,
    'https://a.example/',
  ])('is not of our form: %s', (text) => {
    expect(readWebhookUrl(text)?.slotPath).toBeNull();
  });

  it('is nothing where it is no web address', () => {
    expect(readWebhookUrl('hooks')).toBeNull();
  });
});
