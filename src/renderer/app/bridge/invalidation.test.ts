import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type UpdateTopic, updateTopics } from '../../../bridge/updates.ts';
import type { BridgeStatus } from './bridge-context.ts';
import { areasToRefresh, createInvalidator } from './invalidation.ts';
import { createProfileAccess } from './profile-access.ts';

const nobody = { call: () => Promise.reject(new Error('not called')) };
const status = createStore<BridgeStatus>(() => ({ state: 'connected', lostAt: null }));
const { queries } = createProfileAccess(nobody, status).of('built-in');

const notice = (topic: UpdateTopic) => ({ topic, ids: [] });

function watched() {
  const client = new QueryClient();
  const later: (() => void)[] = [];
  const onNotice = createInvalidator({ client, later: (task) => void later.push(task) });
  const customers = queries.customers.list.queryKey({ input: {} });
  const audit = queries.audit.list.queryKey({ input: {} });
  client.setQueryData(customers, {
    rows: [],
    total: 0,
    known: 0,
    asOf: null,
    types: [],
    profileStatuses: [],
    labels: [],
  });
  client.setQueryData(audit, { rows: [], total: 0, brokenAt: null });
  const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  return { onNotice, later, isOld, customers, audit };
}

describe('change notices', () => {
  it('a thousand of them make one round of reads', () => {
    const page = watched();
    for (let index = 0; index < 1_000; index += 1) page.onNotice(notice('customers'));
    expect(page.later).toHaveLength(1);
    expect(page.isOld(page.customers)).toBe(false);
    page.later[0]?.();
    expect(page.isOld(page.customers)).toBe(true);
    expect(page.isOld(page.audit)).toBe(false);
  });

  it('after a round the next notice begins another', () => {
    const page = watched();
    page.onNotice(notice('audit'));
    page.later[0]?.();
    page.onNotice(notice('customers'));
    expect(page.later).toHaveLength(2);
  });

  it('"everything" reads everything again', () => {
    const page = watched();
    page.onNotice(notice('audit'));
    page.onNotice(notice('everything'));
    page.later[0]?.();
    expect(page.isOld(page.customers)).toBe(true);
    expect(page.isOld(page.audit)).toBe(true);
  });

  it('a customer’s row counts its accounts, so a new account refreshes both, and what follows from it', () => {
    expect(areasToRefresh(['virtual-accounts'])).toEqual(
      new Set(['virtualAccounts', 'customers', 'unresolved', 'addressBook']),
    );
  });

  it.each(updateTopics.filter((topic) => topic !== 'everything'))(
    'topic %s refreshes something, and not all',
    (topic) => {
      expect(areasToRefresh([topic])?.size).toBeGreaterThan(0);
    },
  );
});
