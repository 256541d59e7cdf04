import { beforeEach, describe, expect, it } from 'vitest';
import type { FailureCode, ShownFailure } from '../format/failures.ts';
import { createDraftStore, type Draft, type DraftStore, isOutcomeOpen } from './drafts.ts';

interface Values {
  name: string;
}

const failure = (code: FailureCode): ShownFailure => ({
  code,
  sentence: 'No.',
  canTryAgain: false,
  messages: [],
  requestId: null,
  status: null,
  cause: null,
  retryAt: null,
  alike: [],
  asks: [],
});

let store: DraftStore<Values>;
const draft = (profileId = 'a'): Draft<Values> => {
  const found = store.getState().drafts[profileId];
  if (found === undefined) throw new Error('There is no draft.');
  return found;
};

beforeEach(() => {
  let minted = 0;
  store = createDraftStore<Values>({ name: '' }, () => {
    minted += 1;
    return `key-${minted}`;
  });
  store.getState().open('a');
});

describe('a draft', () => {
  it('gets its intent key when the form opens and keeps it while it is typed', () => {
    store.getState().change('a', { name: 'Ada' });
    store.getState().review('a', true);
    expect(draft()).toMatchObject({ intentKey: 'key-1', values: { name: 'Ada' } });
  });

  it('is asked about before the page goes while it holds what was typed, on screen or not', () => {
    const asks = (): boolean => {
      const event = new Event('beforeunload', { cancelable: true });
      store.getState().askBeforeUnload(event);
      return event.defaultPrevented;
    };
    expect(asks()).toBe(false);
    store.getState().change('a', { name: 'Ada' });
    store.getState().open('b');
    expect(asks()).toBe(true);
    store.getState().attempt('a', { state: 'created', id: '1' });
    expect(asks()).toBe(false);
    store.getState().open('a');
    store.getState().change('a', { name: 'Bea' });
    store.getState().startOver('a');
    expect(asks()).toBe(false);
  });

  it('is still there when the form is opened again', () => {
    store.getState().change('a', { name: 'Ada' });
    store.getState().open('a');
    expect(draft().values.name).toBe('Ada');
  });

  it('belongs to its profile alone', () => {
    store.getState().change('a', { name: 'Ada' });
    store.getState().open('b');
    expect(draft('b').values.name).toBe('');
    expect(draft('b').intentKey).not.toBe(draft('a').intentKey);
  });

  it('is seeded over what was typed, and says so by its edition', () => {
    store.getState().change('a', { name: 'Ada' });
    const { edition } = draft();
    store.getState().open('a', { name: 'Grace' });
    expect(draft().values.name).toBe('Grace');
    expect(draft().edition).toBeGreaterThan(edition);
  });

  it('is not seeded while it is being sent', () => {
    store.getState().attempt('a', { state: 'sending' });
    store.getState().open('a', { name: 'Grace' });
    expect(draft().values.name).toBe('');
  });

  describe('for a customer', () => {
    const accounts = () =>
      createDraftStore(
        { customer: '', wallet: '', confirmed: [] as readonly string[] },
        () => 'key',
        { of: ({ customer }) => customer, again: (values) => ({ ...values, confirmed: [] }) },
      );
    type Accounts = ReturnType<typeof accounts>;
    const typedFor = (customer: string): Accounts => {
      const store = accounts();
      store.getState().open('p', { customer });
      store.getState().change('p', { customer, wallet: `of ${customer}`, confirmed: ['yes'] });
      store.getState().review('p', true);
      return store;
    };
    const shown = (store: Accounts) => store.getState().drafts['p'];

    it('takes nothing that was typed or confirmed for another one', () => {
      const store = typedFor('ada');
      store.getState().open('p', { customer: 'grace' });
      const values = { customer: 'grace', wallet: '', confirmed: [] };
      expect(shown(store)).toMatchObject({ values, isReviewing: false });
    });

    it('is found again by who goes back to the first, to be confirmed anew', () => {
      const store = typedFor('ada');
      store.getState().open('p', { customer: 'grace' });
      store.getState().open('p', { customer: 'ada' });
      const values = { customer: 'ada', wallet: 'of ada', confirmed: [] };
      expect(shown(store)?.values).toEqual(values);
    });

    it('stays the one of who was chosen last, also when nobody is any more', () => {
      const store = typedFor('ada');
      store.getState().change('p', { customer: '', wallet: 'of ada', confirmed: [] });
      store.getState().open('p', { customer: 'grace' });
      expect(shown(store)?.values).toEqual({ customer: 'grace', wallet: '', confirmed: [] });
    });

    it('is not found again once another form created one for the same', () => {
      const store = typedFor('ada');
      store.getState().open('p', { customer: 'grace' });
      store.getState().change('p', { customer: 'ada', wallet: 'second', confirmed: [] });
      store.getState().attempt('p', { state: 'created', id: 'x_1' });
      store.getState().open('p', { customer: 'ada' });
      expect(shown(store)?.values.wallet).toBe('');
    });

    it.each(['REFUSED', 'NOT_SENT', 'ASKS_FIRST', 'UNKNOWN_OUTCOME'] as const)(
      'begins with nothing of one that ended as %s, and goes on with that one later',
      (code) => {
        const store = typedFor('ada');
        store.getState().attempt('p', { state: 'failed', failure: failure(code) });
        store.getState().open('p', { customer: 'grace' });
        expect(shown(store)).toMatchObject({
          values: { customer: 'grace', wallet: '' },
          attempt: { state: 'none' },
        });
        store.getState().open('p', { customer: 'ada' });
        expect(shown(store)).toMatchObject({
          // What may exist is shown as it was sent.
          values: { wallet: 'of ada', confirmed: code === 'UNKNOWN_OUTCOME' ? ['yes'] : [] },
          attempt: { state: 'failed' },
        });
      },
    );

    it('takes the wallet that was typed before anybody was chosen', () => {
      const store = accounts();
      store.getState().open('p');
      store.getState().change('p', { customer: '', wallet: 'w', confirmed: [] });
      store.getState().open('p', { customer: 'ada' });
      expect(shown(store)?.values).toEqual({ customer: 'ada', wallet: 'w', confirmed: [] });
    });
  });

  it('begins anew once the record exists', () => {
    store.getState().change('a', { name: 'Ada' });
    store.getState().attempt('a', { state: 'created', id: 'x_1' });
    store.getState().open('a');
    expect(draft()).toMatchObject({ values: { name: '' }, attempt: { state: 'none' } });
    expect(draft().intentKey).not.toBe('key-1');
  });
});

describe('after an attempt', () => {
  it.each(['REFUSED', 'NOT_SENT', 'INVALID', 'LOCKED', 'INTERNAL'] as const)(
    '%s: nothing typed is lost, and sending again is another intent',
    (code) => {
      store.getState().change('a', { name: 'Ada' });
      store.getState().attempt('a', { state: 'failed', failure: failure(code) });
      expect(draft().values.name).toBe('Ada');
      expect(draft().intentKey).not.toBe('key-1');
    },
  );

  it.each(['UNKNOWN_OUTCOME', 'ASKS_FIRST', 'BRIDGE_LOST'] as const)(
    '%s: the same intent stays',
    (code) => {
      store.getState().attempt('a', { state: 'failed', failure: failure(code) });
      expect(draft().intentKey).toBe('key-1');
    },
  );

  it('another input is another intent, without the old failure', () => {
    store.getState().attempt('a', { state: 'failed', failure: failure('UNKNOWN_OUTCOME') });
    store.getState().change('a', { name: 'Grace' });
    expect(draft().intentKey).not.toBe('key-1');
    expect(draft().attempt).toEqual({ state: 'none' });
  });

  it.each([
    [{ state: 'none' } as const, false],
    [{ state: 'sending' } as const, false],
    [{ state: 'lost' } as const, true],
    [{ state: 'failed', failure: failure('UNKNOWN_OUTCOME') } as const, true],
    [{ state: 'failed', failure: failure('REFUSED') } as const, false],
    [{ state: 'failed', failure: failure('NOT_SENT') } as const, false],
  ])('%j: whether it may exist already is %s', (attempt, isOpen) => {
    expect(isOutcomeOpen(attempt)).toBe(isOpen);
  });

  it.each(['sending', 'lost'] as const)('%s: a change does not make another intent', (state) => {
    store.getState().attempt('a', { state });
    store.getState().change('a', { name: 'Grace' });
    expect(draft()).toMatchObject({
      intentKey: 'key-1',
      attempt: { state },
      values: { name: 'Grace' },
    });
  });

  it('starting over empties the form under a new key', () => {
    store.getState().change('a', { name: 'Ada' });
    store.getState().startOver('a');
    expect(draft().values.name).toBe('');
    expect(draft().intentKey).not.toBe('key-1');
  });
});
