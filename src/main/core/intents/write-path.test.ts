import { beforeEach, describe, expect, it } from 'vitest';
import type { UpdateNotice } from '../../../bridge/updates.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from '../audit/audit.ts';
import { customerEffects } from '../creates/response-effects.ts';
import { createLog } from '../foundation/log.ts';
import { recordsMigrations } from '../records/migrations.ts';
import { openRecords } from '../records/records.ts';
import type { Records } from '../records/types.ts';
import type { WriteOutcome } from '../service/outcomes.ts';
import { type ApprovalsPlace, createApprovalsPlace } from './approvals.ts';
import { type Claims, type ClaimsPlace, createClaimsPlace, NotClaimed } from './claims.ts';
import { openIntents } from './intents.ts';
import { intentsMigrations } from './migrations.ts';
import type { Intents } from './types.ts';
import { type WriteRequest, write } from './write-path.ts';

let sqlite: Sqlite;
let intents: Intents;
let records: Records;
let notices: UpdateNotice[];
let claims: ClaimsPlace;
let approvals: ApprovalsPlace;
beforeEach(() => {
  sqlite = testDatabase([...recordsMigrations, ...auditMigrations, ...intentsMigrations]);
  records = openRecords({ sqlite });
  const log = createLog({ level: 'silent', destination: { write: () => undefined } });
  const audit = openAudit({ sqlite, clock: systemClock });
  intents = openIntents({ sqlite, records, audit, clock: systemClock, log });
  notices = [];
  claims = createClaimsPlace();
  approvals = createApprovalsPlace();
});

const key = (digit: number) => String(digit).repeat(32);
const input = { type: 'individual', email: 'ada@example.com' } as const;
const answered = (body: Record<string, unknown> = {}): WriteOutcome => {
  const resource = { id: 'customer_a', type: 'individual', verificationProfiles: [], ...body };
  return {
    kind: 'answered',
    status: 201,
    resource: { kind: 'customer', id: resource.id, body: resource, deviations: [] },
    body: resource,
    bytes: Buffer.from(JSON.stringify(resource)),
    requestId: null,
  };
};
const refused: WriteOutcome = {
  kind: 'refused',
  cause: 'invalid',
  status: 400,
  error: {
    form: 'validation',
    messages: ['Required'],
    code: null,
    requestId: null,
    statusInBody: null,
  },
  retryAfterMs: null,
  requestId: 'request_1',
  sentence: 'The service found the input wrong. Nothing was created.',
  bytes: new Uint8Array(),
};

function attempt(
  outcome: WriteOutcome | (() => Promise<WriteOutcome>),
  more: Partial<WriteRequest<'createCustomer'>> = {},
  block: Parameters<typeof write>[1]['writeBlock'] = async () => null,
) {
  return write(
    {
      key: key(1),
      operation: 'createCustomer',
      input,
      fingerprint: 'ada@example.com',
      confirmed: [],
      topic: 'customers',
      alikeRecords: () => [],
      question: 'Another one?',
      send: typeof outcome === 'function' ? outcome : async () => outcome,
      ...more,
    },
    {
      intents,
      writeBlock: block,
      approvals,
      claims,
      notify: (notice) => notices.push(notice),
    },
  );
}

describe('a write', () => {
  it('gives the id of what was created and tells who watches', async () => {
    expect(await attempt(answered())).toBe('customer_a');
    expect(notices.at(-1)).toEqual({ topic: 'customers', ids: ['customer_a'] });
    expect(notices.filter(({ topic }) => topic === 'intents')).toHaveLength(2);
  });

  it('is journalled before anything is sent', async () => {
    let stateAtSending: string | undefined;
    await attempt(async () => {
      stateAtSending = intents.get(key(1))?.state;
      return answered();
    });
    expect(stateAtSending).toBe('journalled');
  });

  it('is neither journalled nor sent while something stands in its way', async () => {
    const sent: unknown[] = [];
    const block = async () =>
      ({ code: 'NOT_SENT', cause: 'no-token', sentence: 'There is no token.' }) as const;
    const send = async () => {
      sent.push(1);
      return answered();
    };
    await expect(attempt(send, {}, block)).rejects.toMatchObject({
      code: 'NOT_SENT',
      data: { cause: 'no-token', intentKey: key(1), canTryAgain: true },
    });
    expect(sent).toEqual([]);
    expect(intents.get(key(1))).toBeNull();
  });

  it('is not sent any more when the page that asked is gone', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    const page = new AbortController();
    const going = attempt(answered(), { signal: page.signal }, () => promise);
    page.abort();
    resolve(null);
    await expect(going).rejects.toMatchObject({ code: 'NOT_SENT', data: { cause: 'page-gone' } });
    expect(intents.get(key(1))).toBeNull();
  });

  it('is not sent when the page is gone while the team is asked, or what it approved ends then', async () => {
    const page = new AbortController();
    const ended = () => {
      throw new Error('withdrawn');
    };
    const asked = async () => {
      page.abort();
      return ended;
    };
    approvals.use({ require: asked, requireRun: asked });
    const going = attempt(answered(), { signal: page.signal });
    await expect(going).rejects.toMatchObject({ data: { cause: 'page-gone' } });
    await expect(attempt(answered())).rejects.toThrow('withdrawn');
    expect(intents.get(key(1))).toBeNull();
  });

  it('is not sent when it can’t be journalled', async () => {
    sqlite.exec('DROP TABLE intent_room');
    const sent: unknown[] = [];
    const send = async () => {
      sent.push(1);
      return answered();
    };
    await expect(attempt(send)).rejects.toMatchObject({
      code: 'NOT_SENT',
      data: { cause: 'not-journalled', canTryAgain: true, intentKey: key(1) },
    });
    expect(sent).toEqual([]);
  });

  it('carries the service’s words when it is refused, and tells who watches', async () => {
    await expect(attempt(refused)).rejects.toMatchObject({
      code: 'REFUSED',
      data: { messages: ['Required'], requestId: 'request_1', status: 400, cause: 'invalid' },
    });
    expect(notices.map(({ topic }) => topic)).toEqual(['intents', 'intents', 'audit']);
  });

  it('tells the same again for the same key, and sends nothing', async () => {
    await expect(attempt(refused)).rejects.toMatchObject({ code: 'REFUSED' });
    await expect(attempt(answered())).rejects.toMatchObject({ code: 'REFUSED' });
  });

  it('may exist when sending fails in a way nobody foresaw', async () => {
    const broken = () => Promise.reject(new Error('what?'));
    await expect(attempt(broken)).rejects.toMatchObject({
      code: 'UNKNOWN_OUTCOME',
      data: { canTryAgain: false },
    });
  });
});

describe('something alike', () => {
  it('asks while the first is still under way', async () => {
    const { promise, resolve } = Promise.withResolvers<WriteOutcome>();
    const first = attempt(() => promise);
    await expect(attempt(answered(), { key: key(2) })).rejects.toMatchObject({
      code: 'ASKS_FIRST',
      data: { alike: [{ kind: 'intent', id: key(1) }], intentKey: key(2) },
    });
    resolve(answered());
    expect(await first).toBe('customer_a');
  });

  it('names a record once, whether it is known by the journal or otherwise', async () => {
    await attempt(answered());
    const alikeRecords = () => ['customer_a', 'customer_imported'];
    await expect(attempt(answered(), { key: key(2), alikeRecords })).rejects.toMatchObject({
      data: {
        alike: [
          { kind: 'record', id: 'customer_a' },
          { kind: 'record', id: 'customer_imported' },
        ],
      },
    });
  });

  it('does not ask after a refusal, because nothing exists', async () => {
    await expect(attempt(refused)).rejects.toMatchObject({ code: 'REFUSED' });
    expect(await attempt(answered(), { key: key(2) })).toBe('customer_a');
  });

  it('is what sends exactly the same, where nothing else tells two apart', async () => {
    const nameless = { fingerprint: null, input: { type: 'individual' } } as const;
    const named = { type: 'individual', personalInformation: { lastName: 'Byron' } } as const;
    await attempt(answered(), nameless);
    await expect(
      attempt(answered({ id: 'customer_b' }), { ...nameless, key: key(2) }),
    ).rejects.toMatchObject({
      code: 'ASKS_FIRST',
      data: { alike: [{ kind: 'record', id: 'customer_a' }], asks: ['customer_a'] },
    });
    await attempt(answered({ id: 'customer_b' }), {
      ...nameless,
      key: key(2),
      confirmed: ['customer_a'],
    });
    await attempt(answered({ id: 'customer_c' }), { ...nameless, key: key(3), input: named });
    expect(intents.list({ offset: 0, limit: 10 }).total).toBe(3);
  });

  it('does not ask when it was confirmed', async () => {
    const confirmed = ['customer_imported'];
    const alikeRecords = () => confirmed;
    await attempt(answered({ id: 'customer_c' }), { key: key(3), confirmed, alikeRecords });
    expect(intents.list({ offset: 0, limit: 10 }).total).toBe(1);
  });

  it('asks again for what the person was not asked about', async () => {
    await attempt(answered());
    const more = { key: key(2), confirmed: ['customer_a'] };
    const alikeRecords = () => ['customer_since'];
    await expect(attempt(answered(), { ...more, alikeRecords })).rejects.toMatchObject({
      code: 'ASKS_FIRST',
      data: { asks: ['customer_a', 'customer_since'] },
    });
    expect(await attempt(answered({ id: 'customer_b' }), more)).toBe('customer_b');
  });
});

describe('an answer that departs from what was sent', () => {
  it('is kept with a sentence that says how', async () => {
    const onAnswer = customerEffects(intents, systemClock);
    await attempt(answered({ type: 'business' }), { onAnswer });
    const [answer, entered] = records.observations('customer', 'customer_a');
    expect(answer?.deviations).toEqual([
      'The type in the request was individual; in the response it is business.',
    ]);
    expect(entered).toMatchObject({ source: 'entered', body: input, deviations: [] });
  });
});

describe('in a team', () => {
  const taken: Parameters<Claims['take']>[0][number][] = [];
  const released: string[] = [];
  let standing: Map<string, { name: string; sentence: string }>;
  let meanwhile: () => unknown;
  beforeEach(() => {
    taken.length = 0;
    released.length = 0;
    standing = new Map();
    meanwhile = () => undefined;
    claims.use({
      take: async (requests, confirmed) => {
        taken.push(...requests);
        await meanwhile();
        return new Map([...standing].filter(([, { name }]) => !confirmed.includes(name)));
      },
      release: (keys) => released.push(...keys),
      resolveBlocked: () => null,
    });
  });

  it('is claimed before it is journalled', async () => {
    meanwhile = () => expect(intents.get(key(1))).toBeNull();
    await attempt(answered());
    expect(taken).toEqual([
      { key: key(1), operation: 'createCustomer', sameness: 'ada@example.com' },
    ]);
    expect(released).toEqual([]);
  });

  it('asks where a colleague sends the same, and goes on when a person confirms that', async () => {
    standing.set(key(1), { name: 'claim:1', sentence: 'Ada is sending the same.' });
    const asked = attempt(answered());
    await expect(asked).rejects.toMatchObject({
      code: 'ASKS_FIRST',
      data: { asks: ['claim:1'], sentence: expect.stringContaining('Ada is sending the same.') },
    });
    expect(intents.get(key(1))).toBeNull();
    expect(await attempt(answered(), { confirmed: ['claim:1'] })).toBe('customer_a');
  });

  it('claims nothing that is not to be sent', async () => {
    await attempt(answered());
    const again = attempt(answered(), { key: key(2) });
    await expect(again).rejects.toMatchObject({ code: 'ASKS_FIRST' });
    expect(taken).toHaveLength(1);
  });

  it('gives a claim back when something comes between it and the journal', async () => {
    const page = new AbortController();
    meanwhile = () => page.abort();
    const gone = attempt(answered(), { signal: page.signal });
    await expect(gone).rejects.toMatchObject({ code: 'NOT_SENT' });
    expect(released).toContain(key(1));
    let isFirst = true;
    claims.use({
      take: async () => {
        if (isFirst) {
          isFirst = false;
          await attempt(answered(), { key: key(4) });
        }
        return new Map();
      },
      release: (keys) => released.push(...keys),
      resolveBlocked: () => null,
    });
    const second = attempt(answered(), { key: key(5) });
    await expect(second).rejects.toMatchObject({ code: 'ASKS_FIRST' });
    expect(released).toContain(key(5));
    expect(intents.get(key(5))).toBeNull();
  });

  it('gives nothing that another computer told meanwhile, and what the other half of a double click sent', async () => {
    meanwhile = () =>
      sqlite.run(
        `INSERT INTO intents (key, operation, state, input, journalled_at, resource_id, sentence, messages)
         VALUES (?, 'createCustomer', 'created', ?, '-', 'customer_told', '', '[]')`,
        [key(1), JSON.stringify(input)],
      );
    // A form keeps its key: neither does the second try.
    for (const confirmed of [[], ['customer_told']]) {
      await expect(attempt(answered(), { confirmed })).rejects.toMatchObject({
        code: 'INVALID',
        data: { cause: 'key-used', sentence: expect.stringContaining('Nothing was sent.') },
      });
      expect(released.splice(0)).toEqual([key(1)]);
    }
    let other: Promise<string> | null = null;
    meanwhile = () => {
      meanwhile = () => undefined;
      other = attempt(answered({ id: 'customer_b' }), {
        key: key(2),
        confirmed: ['customer_told'],
      });
      return other;
    };
    const one = attempt(answered(), { key: key(2), confirmed: ['customer_told'] });
    expect(await one).toBe('customer_b');
    expect(await other).toBe('customer_b');
  });

  it('sends nothing when the claim can’t be made', async () => {
    const away = new NotClaimed('Away. Nothing was sent.', 'team-away');
    claims.use({
      take: () => Promise.reject(away),
      release: () => undefined,
      resolveBlocked: () => 'Away.',
    });
    await expect(attempt(answered())).rejects.toMatchObject({
      code: 'NOT_SENT',
      data: { cause: 'team-away', intentKey: key(1), canTryAgain: true },
    });
    expect(intents.get(key(1))).toBeNull();
  });
});
