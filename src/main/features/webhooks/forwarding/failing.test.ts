import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { forwardingMigrations } from './migrations.ts';
import { deliveredBy, type ForwardTest, openForwardTest } from './testing/forward-test.ts';

let test: ForwardTest;
beforeEach(async () => {
  test = await openForwardTest();
});
afterEach(async () => {
  await test.close();
});

const iso = (ms: number) => new Date(ms).toISOString();

describe('an address that takes nothing', () => {
  it('says since when and why, through every try, until it takes one', async () => {
    const forwards = test.open();
    expect(forwards.addTarget(test.target()).failing).toBeNull();
    test.answer = (_heard, response) => void response.writeHead(500).end();
    const since = test.now;
    test.deliver(1);
    for (const tries of [1, 2, 3]) {
      forwards.catchUp();
      await test.until(() => forwards.ofDelivery(1)[0]?.attempts === tries);
      expect(forwards.targets()).toMatchObject([
        { failing: { since: iso(since), status: 500, reason: 'Refused with status 500.' } },
      ]);
      test.now += 60 * 60_000;
    }
    test.answer = (_heard, response) => void response.writeHead(204).end();
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 1);
    expect(forwards.targets()).toMatchObject([{ failing: null, delivered: 1 }]);
  });

  it('still says so after the last try and after a restart, with the latest reason', async () => {
    const forwards = test.open();
    test.answer = (_heard, response) => void response.writeHead(503).end();
    forwards.addTarget(test.target());
    test.deliver(1);
    forwards.catchUp();
    await test.until(() => forwards.ofDelivery(1)[0]?.attempts === 1);
    const since = test.now;
    test.now += 60_000;
    test.answer = (_heard, response) => void response.writeHead(410).end();
    forwards.catchUp();
    await test.until(() => forwards.ofDelivery(1)[0]?.state === 'failed');
    await forwards.close();
    expect(test.open().targets()).toMatchObject([
      {
        failed: 1,
        nextTryAt: null,
        failing: { since: iso(since), status: 410, reason: 'Permanently refused with status 410.' },
      },
    ]);
  });

  it('is not blamed for what can’t be read here any more', async () => {
    const forwards = test.open();
    const { id } = forwards.addTarget(test.target());
    forwards.pauseTarget(id, true);
    test.deliver(1);
    forwards.catchUp();
    await forwards.close();
    // What waited is of an inbox that is gone.
    const another = test.open('inbox-2');
    another.pauseTarget(id, false);
    await test.until(() => another.targets()[0]?.failed === 1);
    expect(another.targets()).toMatchObject([{ failing: null }]);
  });
});

describe('a database of the version before', () => {
  it('is counted, and says since when an address fails', async () => {
    const { sqlite } = test;
    sqlite.exec('DROP TABLE forward_counts');
    sqlite.exec('DROP TABLE forwards');
    sqlite.exec('DROP TABLE forward_targets');
    sqlite.run("DELETE FROM migrations WHERE id LIKE '%-forward-%'");
    migrate(sqlite, forwardingMigrations.slice(0, 2));
    const target = `INSERT INTO forward_targets (id, name, url, events, created_at, source_id, cursor)
      VALUES (?, ?, 'http://localhost:1/', '[]', '2026-11-20T12:00:00.000Z', 'inbox-1', 0)`;
    for (const id of ['fails', 'works', 'new']) sqlite.run(target, [id, id]);
    let number = 0;
    const forward = (targetId: string, state: string, at: string, status: number) => {
      number += 1;
      sqlite.run(
        `INSERT INTO forwards (id, target_id, source_id, arrival, is_replay, state, queued_at, attempts, status, last_ms, last_tried_at, next_try, sentence)
         VALUES (?, ?, 'inbox-1', ?, 0, ?, '', 1, ?, 5, ?, ?, ?)`,
        [
          `f${number}`,
          targetId,
          number,
          state,
          status,
          `2026-11-20T${at}:00.000Z`,
          state === 'waiting' ? 1 : null,
          `S${status}`,
        ],
      );
    };
    forward('fails', 'failed', '09:00', 500);
    forward('fails', 'delivered', '10:00', 200);
    forward('fails', 'failed', '11:00', 500);
    forward('fails', 'waiting', '12:00', 502);
    forward('works', 'failed', '09:00', 500);
    forward('works', 'delivered', '10:00', 200);
    migrate(sqlite, forwardingMigrations);

    const shown = test.open().targets();
    const of = (id: string) => shown.find((one) => one.id === id);
    expect(of('fails')).toMatchObject({
      ...{ waiting: 1, delivered: 1, failed: 2 },
      failing: { since: '2026-11-20T11:00:00.000Z', status: 502, reason: 'S502' },
    });
    expect(of('works')).toMatchObject({ waiting: 0, delivered: 1, failed: 1, failing: null });
    expect(of('new')).toMatchObject({ waiting: 0, delivered: 0, failed: 0, failing: null });
  });
});
