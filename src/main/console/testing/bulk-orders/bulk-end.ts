/** For tests: how a life with bulk runs ends: everything is resolved, and what was not sent is run. */
import papa from 'papaparse';
import { expect, vi } from 'vitest';
import { BulkOrders } from './bulk-orders.ts';
import type { Lived } from './bulk-steps.ts';
import { isNeverSent } from './run-pages.ts';
import { isDoubtful } from './simulated-service.ts';
import type { LaidOutFile } from './treasury.ts';
import type { WantedRun } from './wishes.ts';

class BulkLife extends BulkOrders {
  async end(isStopped: boolean): Promise<void> {
    await this.#mend();
    await this.#resolveAll();
    for (const run of [...this.wishes.runs]) await this.#finish(run, isStopped);
    await this.#resolveAll();
    for (const run of [...this.wishes.runs]) await this.#rest(run);
    this.#expectWanted();
  }

  async #mend(): Promise<void> {
    this.console.disk.refuse(0, 0);
    Object.assign(this.service, { isAway: false, usual: 'created' });
    this.setBlock(false);
    this.isRevoked = false;
    this.isApprovedAll = true;
    this.service.answerAll('created');
    this.noDraft();
    await this.pass(3_000);
    await this.kill();
    // What is said is said after what was learned.
    this.setClock(this.latest() + 1_000);
    await this.revive();
    this.check();
  }

  /** As it is, and once more what is not there. */
  async #resolveAll(): Promise<void> {
    for (let left = 99; left > 0 && this.unknown().length > 0; left -= 1) {
      await this.resolve({ resolves: 0, verdict: 'truth', isSeen: true });
      this.check();
    }
    expect(this.unknown()).toEqual([]);
    for (const intent of this.absent()) {
      const got = this.wishes.gotOf(intent.key);
      // Somebody was wrong.
      if (got?.id != null) continue;
      // What was learned since may speak against it.
      const { proposals } = await this.console.unresolved.get(intent.key);
      const seen = proposals.map(({ resourceId }) => resourceId);
      if (seen.length > 0) this.console.unresolved.absent({ key: intent.key, seen, knownAt: null });
      await this.sendAgain(intent, 1);
      this.check();
    }
  }

  async #finish(run: WantedRun, isStopped: boolean): Promise<void> {
    const { id } = run;
    if (id === null) return;
    const { runs } = this.console.bulk;
    const isOver = () => ['done', 'stopped'].includes(runs.get(id).state);
    for (let times = 0; times < 40 && !isOver(); times += 1) {
      this.signOff();
      await this.quiet();
      if (isStopped) void this.press(() => runs.stop(id));
      else {
        this.wishes.going = run;
        void this.press(() => runs.goOn(id, null));
      }
      await this.pass(2_000);
      this.check();
    }
    expect(isOver(), `${runs.get(id).state}: ${runs.get(id).sentence}`).toBe(true);
    await this.#expectResult(run);
  }

  async #csv(subject: {
    what: 'result' | 'unsent';
    runId: string;
  }): Promise<Record<string, string>[]> {
    this.console.bulk.file(subject, 'csv');
    const text = await this.console.fileText();
    return papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  }

  async #expectResult({ id, rows, told }: WantedRun): Promise<void> {
    const lines = await this.#csv({ what: 'result', runId: id ?? '' });
    expect(lines.map(({ row }) => Number(row))).toEqual(told);
    for (const { row, state, id: created = '' } of lines) {
      const wanted = rows.find((one) => one.row === Number(row));
      if (wanted === undefined) expect(state).toBe('left-out');
      else if (state === 'created')
        expect(this.service.resources.get(created)).toMatchObject({ label: wanted.label });
      else expect(created).toBe('');
    }
  }

  /** Runs the file of the rows that were not sent. */
  async #rest(run: WantedRun): Promise<void> {
    const { id } = run;
    if (id === null) return;
    const { rows } = this.console.bulk.runs.rows({ id, state: 'unsent', offset: 0, limit: 99 });
    const standing = this.wishes.standing();
    const unsent = rows.filter((row) => isNeverSent(row, standing));
    if (unsent.length === 0) return;
    this.console.bulk.file({ what: 'unsent', runId: id }, 'csv');
    const content = await this.console.fileText();
    const lines = papa.parse<Record<string, string>>(content, {
      header: true,
      skipEmptyLines: true,
    });
    const labels = lines.data.map((line) =>
      String(
        this.kind === 'virtualAccount'
          ? line['integratorBpsFee']
          : line['personalInformation.firstName'],
      ),
    );
    const wanted = rows.map(({ row }) => run.rows.find((one) => one.row === row));
    expect(labels.length).toBe(unsent.length);
    const file: LaidOutFile = {
      content,
      rows: unsent.map(({ row }, index) => {
        const of = wanted.find((one) => one?.row === row);
        expect(labels[index]).toBe(of?.label);
        return {
          row: index + 2,
          is: 'good' as const,
          label: of?.label ?? '',
          sameness: of?.sameness ?? '',
        };
      }),
    };
    await this.drop(file, 'none');
    const draft = this.draft();
    if (draft === null || draft.view.counts.toSend === 0) return;
    this.startDraft(draft, 1);
    await this.quiet();
    await this.pass(6_000);
    this.check();
    const newest = this.wishes.runs.at(-1);
    if (newest !== undefined && newest !== run) await this.#finish(newest, false);
  }

  /** Each thing that somebody wanted and the service did not refuse is there. */
  #expectWanted(): void {
    const refused = new Set(
      this.service.got.filter(({ end }) => end === '400').map(({ sameness }) => sameness),
    );
    const there = new Set([...this.service.resources.values()].map(({ sameness }) => sameness));
    for (const { rows } of this.wishes.runs)
      for (const { sameness, label } of rows)
        if (!refused.has(sameness)) expect(there.has(sameness), `${label} is not there`).toBe(true);
    for (const got of this.service.got) if (isDoubtful(got)) expect(got.end).not.toBeNull();
  }
}

/** With fake timers, and a fake time of day. */
export async function liveBulk({ steps, begins, isStopped, ...life }: Lived): Promise<void> {
  const orders = new BulkLife(life);
  try {
    if (begins) await orders.take({ drops: 2, includes: 'all', starts: 1 });
    for (const step of steps) await orders.take(step);
    await orders.end(isStopped);
  } finally {
    vi.clearAllTimers();
    orders.close();
  }
}
