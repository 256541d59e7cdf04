import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type UpdateTopic, updateTopics } from '../../../bridge/updates.ts';
import { features } from '../features.ts';
import type { BridgeStatus } from './bridge-context.ts';
import { createProfileAccess } from './create-bridge.ts';
import { areasToRefresh, createInvalidator } from './invalidation.ts';

const nobody = { call: () => Promise.reject(new Error('not called')) };
const status = createStore<BridgeStatus>(() => ({ state: 'connected', lostAt: null }));
const { queries } = createProfileAccess(nobody, status).of('built-in');

const areas = features.map((feature) => feature.areas);
const notice = (topic: UpdateTopic) => ({ topic, ids: [] });

function watched() {
  const client = new QueryClient();
  const later: (() => void)[] = [];
  const { onNotice, readAgain } = createInvalidator({
    client,
    later: (task) => void later.push(task),
  });
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
  client.setQueryData(audit, { rows: [], total: 0 });
  const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  return { onNotice, readAgain, later, isOld, customers, audit };
}

describe('change notices', () => {
  it('a thousand of them make one round of reads', () => {
    const page = watched();
    page.readAgain(areas);
    for (let index = 0; index < 1_000; index += 1) page.onNotice(notice('customers'));
    expect(page.later).toHaveLength(1);
    expect(page.isOld(page.customers)).toBe(false);
    page.later[0]?.();
    expect(page.isOld(page.customers)).toBe(true);
    expect(page.isOld(page.audit)).toBe(false);
  });

  it('what came while a list was read for the first time is read once it is there', async () => {
    const client = new QueryClient();
    const later: (() => void)[] = [];
    const { onNotice, readAgain } = createInvalidator({
      client,
      later: (task) => void later.push(task),
    });
    readAgain(areas);
    const queryKey = queries.customers.list.queryKey({ input: {} });
    const answers: ((total: number) => void)[] = [];
    const observer = new QueryObserver<number>(client, {
      queryKey,
      queryFn: () => new Promise((answer) => answers.push(answer)),
    });
    const end = observer.subscribe(() => undefined);
    onNotice(notice('customers'));
    later[0]?.();
    answers[0]?.(0);
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.(1);
    await expect.poll(() => observer.getCurrentResult().data).toBe(1);
    expect(answers).toHaveLength(2);
    end();
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

  it('until it is said what is asked again, everything is', () => {
    const page = watched();
    page.onNotice(notice('customers'));
    page.later[0]?.();
    expect(page.isOld(page.audit)).toBe(true);
  });

  it('a customer’s row counts its accounts, so a new account refreshes both, and what follows from it', () => {
    expect(areasToRefresh(new Set(['virtual-accounts']), areas)).toEqual(
      new Set([
        'virtualAccounts',
        'customers',
        'overview',
        'unresolved',
        'addressBook',
        'sandboxControls',
      ]),
    );
  });

  it('labels and references stand in every list of annotated records', () => {
    const refreshed = areasToRefresh(new Set(['annotations']), areas);
    for (const area of ['customers', 'virtualAccounts', 'bankAccounts', 'webhooks', 'otherRecords'])
      expect(refreshed).toContain(area);
  });

  it('a role decides what can be resolved here, so a change of the team refreshes the requests', () => {
    expect(areasToRefresh(new Set(['team']), areas)).toContain('unresolved');
  });

  it.each(updateTopics.filter((topic) => topic !== 'everything'))(
    'topic %s refreshes something, and not all',
    (topic) => {
      expect(areasToRefresh(new Set([topic]), areas)?.size).toBeGreaterThan(0);
    },
  );
});
