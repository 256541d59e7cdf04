import { ORPCError } from '@orpc/client';
import { beforeEach, describe, expect, it } from 'vitest';
import type { IntentView } from '../../bridge/intents.ts';
import { BridgeLostError } from '../app/bridge/reconnecting-link.ts';
import { createDraftStore, type DraftStore } from './drafts.ts';
import { attemptFromIntent, type Sending, sendDraft } from './send-draft.ts';

interface Values {
  name: string;
}

let store: DraftStore<Values>;
beforeEach(() => {
  let minted = 0;
  store = createDraftStore<Values>({ name: 'Ada' }, () => `key-${++minted}`);
  store.getState().open('a');
});

const attempt = () => store.getState().drafts['a']?.attempt;

describe('sending a draft', () => {
  it('a draft goes with the profile that it was filled in for', async () => {
    const profiles: string[] = [];
    const create = async (_values: Values, { profileId }: Sending) => {
      profiles.push(profileId);
      return { id: 'customer_1' };
    };
    store.getState().open('b');
    await sendDraft({ store, profileId: 'b', create });
    await sendDraft({ store, profileId: 'a', create });
    expect(profiles).toEqual(['b', 'a']);
  });

  it('a double click sends once', async () => {
    const sent: string[] = [];
    const answer = Promise.withResolvers<{ id: string }>();
    const create = (_values: Values, { intentKey }: Sending) => {
      sent.push(intentKey);
      return answer.promise;
    };
    const first = sendDraft({ store, profileId: 'a', create });
    const second = sendDraft({ store, profileId: 'a', create });
    answer.resolve({ id: 'customer_1' });
    expect(await first).toEqual({ state: 'created', id: 'customer_1' });
    expect(await second).toEqual({ state: 'sending' });
    expect(sent).toEqual(['key-1']);
  });

  it('what exists is not sent again', async () => {
    let calls = 0;
    const create = async () => {
      calls += 1;
      return { id: 'customer_1' };
    };
    await sendDraft({ store, profileId: 'a', create });
    await sendDraft({ store, profileId: 'a', create });
    expect(calls).toBe(1);
  });

  it('a refusal is kept with the service’s words', async () => {
    const create = async () => {
      throw new ORPCError('REFUSED', { data: { sentence: 'No.', messages: ['Required'] } });
    };
    await sendDraft({ store, profileId: 'a', create });
    expect(attempt()).toMatchObject({
      state: 'failed',
      failure: { code: 'REFUSED', messages: ['Required'] },
    });
  });

  it('a console that went away in between leaves the outcome to the journal', async () => {
    const create = async () => {
      throw new BridgeLostError(true);
    };
    await sendDraft({ store, profileId: 'a', create });
    expect(attempt()).toEqual({ state: 'lost' });
    expect(store.getState().drafts['a']?.intentKey).toBe('key-1');
  });

  it('a console that was not there at all is a failure at once', async () => {
    const create = async () => {
      throw new BridgeLostError(false);
    };
    await sendDraft({ store, profileId: 'a', create });
    expect(attempt()).toMatchObject({ state: 'failed', failure: { code: 'BRIDGE_LOST' } });
  });

  it('going on after being asked says so', async () => {
    const asked: string[][] = [];
    const create = async (_values: Values, { confirmed }: Sending) => {
      asked.push(confirmed);
      const data = { sentence: 'Sure?', asks: ['customer_1'] };
      if (confirmed.length === 0) throw new ORPCError('ASKS_FIRST', { data });
      return { id: 'customer_2' };
    };
    await sendDraft({ store, profileId: 'a', create });
    await sendDraft({ store, profileId: 'a', create, goesOn: true });
    expect(asked).toEqual([[], ['customer_1']]);
    expect(attempt()).toEqual({ state: 'created', id: 'customer_2' });
  });

  it('what a person is asked first waits, and asks again under the same key', async () => {
    const keys: string[] = [];
    const create = async (_values: Values, { intentKey }: Sending) => {
      keys.push(intentKey);
      return { path: `/secret/${keys.length}` };
    };
    await sendDraft({ store, profileId: 'a', create });
    expect(attempt()).toEqual({ state: 'asked', path: '/secret/1' });
    await sendDraft({ store, profileId: 'a', create });
    expect(attempt()).toEqual({ state: 'asked', path: '/secret/2' });
    // Pressed in both windows it is one webhook.
    expect(keys).toEqual(['key-1', 'key-1']);
    store.getState().change('a', { name: 'Bo' });
    await sendDraft({ store, profileId: 'a', create });
    expect(keys[2]).toBe('key-2');
  });

  it('without a draft there is nothing to send', async () => {
    const create = async () => {
      throw new Error('must not be called');
    };
    expect(await sendDraft({ store, profileId: 'other', create })).toEqual({ state: 'none' });
  });
});

describe('what the journal says of a cut-off attempt', () => {
  const intent = (change: Partial<IntentView>): IntentView => ({
    key: 'a'.repeat(32),
    operation: 'createCustomer',
    state: 'journalled',
    input: {},
    journalledAt: '2026-11-20T12:00:00.000Z',
    settledAt: null,
    resourceId: null,
    sentence: 'What became of it.',
    messages: [],
    requestId: null,
    status: null,
    retryAt: null,
    repeats: null,
    ...change,
  });

  it('never seen: it was not sent', () => {
    expect(attemptFromIntent(null, 'It never arrived.')).toMatchObject({
      state: 'failed',
      failure: { code: 'NOT_SENT', sentence: 'It never arrived.', canTryAgain: true },
    });
  });

  it('still under way: nothing to say yet', () => {
    expect(attemptFromIntent(intent({ state: 'journalled' }), '')).toBeNull();
  });

  it('created: the record is known', () => {
    const created = intent({ state: 'created', resourceId: 'customer_9' });
    expect(attemptFromIntent(created, '')).toEqual({ state: 'created', id: 'customer_9' });
    const found = intent({ state: 'exists', resourceId: 'customer_9' });
    expect(attemptFromIntent(found, '')).toEqual({ state: 'created', id: 'customer_9' });
  });

  it.each([
    ['refused', 'REFUSED'],
    ['not-sent', 'NOT_SENT'],
    ['unknown', 'UNKNOWN_OUTCOME'],
    ['absent', 'NOT_SENT'],
  ] as const)('%s is shown as %s with the journal’s words', (state, code) => {
    const settled = intent({ state, messages: ['Required'], requestId: 'request_1' });
    expect(attemptFromIntent(settled, '')).toMatchObject({
      state: 'failed',
      failure: {
        code,
        sentence: 'What became of it.',
        messages: ['Required'],
        requestId: 'request_1',
      },
    });
  });

  it('when the service asked to be tried again is said after a cut as well', () => {
    const asked = intent({ state: 'refused', retryAt: '2026-11-20T12:00:07.000Z' });
    expect(attemptFromIntent(asked, '')).toMatchObject({
      failure: { code: 'REFUSED', retryAt: '2026-11-20T12:00:07.000Z' },
    });
  });

  it('created under no known id is not called created', () => {
    expect(attemptFromIntent(intent({ state: 'created' }), '')).toMatchObject({
      failure: { code: 'UNKNOWN_OUTCOME', canTryAgain: false },
    });
  });
});
