import { setTimeout as pause } from 'node:timers/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { readFile } from '../reading/read-file.ts';
import { leftOut } from './draft.ts';
import { createDrafts } from './drafts.ts';

const errors: unknown[] = [];
/** Of what the drafts compare with. */
let written = 0;
let followed = 0;

function openDrafts() {
  return createDrafts({
    readFile,
    known: {
      knownCustomers: () => new Set(),
      byEmail: () => [],
      byReference: () => [],
      names: () => new Map(),
      unverified: () => new Map(),
      references: () => [],
      alike: () => new Map(),
      follow: async () => {
        followed += 1;
      },
      lookAlikes: () => [],
    },
    sameFile: () => null,
    knownNow: () => ({ intents: 0, arrival: 0 }),
    writes: () => written,
    onChange: () => undefined,
    clock: systemClock,
    random: systemRandom,
    log: { error: (...said: unknown[]) => void errors.push(said) },
  });
}

const file = (fileName: string, content: string) => ({
  kind: 'customer' as const,
  fileName,
  format: 'csv' as const,
  sha256: 'a'.repeat(64),
  bytes: new TextEncoder().encode(content),
});

async function settled(drafts: ReturnType<typeof openDrafts>, id: string) {
  for (;;) {
    const draft = drafts.get(id);
    if (draft.status === 'ready' || draft.status === 'unreadable') return draft;
    await pause(5);
  }
}

describe('drafts', () => {
  it('hold one checked file, without its bytes, and say which one was forgotten', async () => {
    const drafts = openDrafts();
    const first = drafts.open(file('first.csv', 'Type,Email\nindividual,ada@example.com\n'));
    await settled(drafts, first.id);
    expect(JSON.stringify(Object.keys(drafts.state(first.id).file))).not.toContain('bytes');
    const second = drafts.open(file('second.csv', 'Type,Email\nbusiness,eve@example.com\n'));
    const { notes, status } = await settled(drafts, second.id);
    expect(status).toBe('ready');
    expect(notes).toEqual([expect.stringContaining('“first.csv”')]);
    expect(drafts.list().map(({ id }) => id)).toEqual([second.id]);
    expect(() => drafts.get(first.id)).toThrow('no longer in memory');
    await drafts.close();
  });

  it('keep what is ready while the next file cannot be read', async () => {
    const drafts = openDrafts();
    const first = drafts.open(file('first.csv', 'Type,Email\nindividual,ada@example.com\n'));
    await settled(drafts, first.id);
    const second = drafts.open(file('second.csv', 'Type,Email\n'));
    expect(await settled(drafts, second.id)).toMatchObject({
      status: 'unreadable',
      total: 0,
      columns: [],
      firstRow: null,
      sentence: expect.stringContaining('no rows below'),
    });
    expect(drafts.get(first.id).status).toBe('ready');
    expect(errors).toEqual([]);
    await drafts.close();
  });

  it('are judged again before they are sent only where something was written since', async () => {
    const drafts = openDrafts();
    const { id } = drafts.open(file('list.csv', 'Type,Email\nindividual,ada@example.com\n'));
    await settled(drafts, id);
    followed = 0;
    const before = drafts.state(id).rows;
    expect((await drafts.refresh(id)).rows).toBe(before);
    expect(followed).toBe(0);
    written += 1;
    const again = await drafts.refresh(id);
    expect(followed).toBe(1);
    expect(again.rows).not.toBe(before);
    expect(again.rows).toEqual(before);
    await drafts.close();
  });

  it('take a first row that holds data for data, and for names when a person says so', async () => {
    const drafts = openDrafts();
    const headless = 'individual,ada@example.com\nbusiness,eve@example.com\n';
    const { id } = drafts.open(file('list.csv', headless));
    const guessed = await settled(drafts, id);
    expect(guessed).toMatchObject({
      firstRow: { row: 1, is: 'data', looksLike: 'data' },
      total: 2,
      missing: ['type'],
      counts: { ready: 0, bad: 2 },
      preview: [
        { row: 1, cells: ['individual', 'ada@example.com'] },
        { row: 2, cells: ['business', 'eve@example.com'] },
      ],
    });
    expect(guessed.columns.map(({ heading }) => heading)).toEqual(['', '']);
    drafts.map(id, [
      { index: 0, field: 'type' },
      { index: 1, field: 'email' },
    ]);
    expect(await settled(drafts, id)).toMatchObject({ counts: { ready: 2, bad: 0 } });
    expect(
      drafts.rows({ id, standing: 'to-send', asked: null, remark: null, offset: 0, limit: 9 })
        .rows[0],
    ).toMatchObject({
      row: 1,
      values: [
        { field: 'type', value: 'individual' },
        { field: 'email', value: 'ada@example.com' },
      ],
    });

    // What the columns are stays: nothing in these names tells otherwise.
    expect(drafts.takeFirstRow(id, 'names')).toMatchObject({
      firstRow: { row: 1, is: 'names', looksLike: 'data' },
      status: 'checking',
      total: 1,
      preview: [{ row: 2 }],
      columns: [
        { heading: 'individual', field: 'type' },
        { heading: 'ada@example.com', field: 'email' },
      ],
    });
    expect(await settled(drafts, id)).toMatchObject({ counts: { ready: 1, bad: 0 } });
    drafts.takeFirstRow(id, 'data');
    expect(await settled(drafts, id)).toMatchObject({ total: 2, counts: { ready: 2, bad: 0 } });
    await drafts.close();
  });

  it('as names tell what the columns hold, when a person says that they are', async () => {
    const drafts = openDrafts();
    const { id } = drafts.open(file('list.csv', 'Email,Type\nada@example.com,individual\n'));
    await settled(drafts, id);
    drafts.takeFirstRow(id, 'data');
    const asData = await settled(drafts, id);
    expect(asData).toMatchObject({ total: 2, counts: { ready: 1, bad: 1 } });
    expect(
      drafts.rows({ id, standing: 'bad', asked: null, remark: null, offset: 0, limit: 9 }).rows[0]
        ?.row,
    ).toBe(1);
    drafts.map(id, []);
    drafts.takeFirstRow(id, 'names');
    expect(await settled(drafts, id)).toMatchObject({
      total: 1,
      missing: [],
      counts: { ready: 1, bad: 0 },
      columns: [{ field: 'email' }, { field: 'type' }],
    });
    // What a person chose stays, and a field that it takes is no other column's.
    drafts.map(id, [{ index: 1, field: 'email' }]);
    drafts.takeFirstRow(id, 'data');
    expect(drafts.takeFirstRow(id, 'names').columns).toMatchObject([
      { heading: 'Email', field: null },
      { heading: 'Type', field: 'email' },
    ]);
    await drafts.close();
  });

  it('leave out what is hidden in the file, until a person says otherwise and confirms it', async () => {
    const drafts = openDrafts();
    const text = (value: string) => ({ value, type: String });
    const row = (type: string, email: string) => [text(type), text(email)];
    const plain = await writeXlsxFile([
      row('Type', 'Email'),
      row('individual', 'eve@example.com'),
      row('individual', 'ada@example.com'),
      row('individual', 'eve@example.com'),
    ]).toBuffer();
    const parts = unzipSync(plain);
    const name = 'xl/worksheets/sheet1.xml';
    const sheet = strFromU8(parts[name] ?? new Uint8Array());
    parts[name] = strToU8(sheet.replace('<row r="2"', '<row hidden="1" r="2"'));
    const about = { kind: 'customer', fileName: 'list.xlsx', format: 'xlsx' } as const;
    const { id } = drafts.open({ ...about, sha256: 'b'.repeat(64), bytes: zipSync(parts) });
    const rowsOf = (standing: 'hidden' | 'to-send' | 'warned') =>
      drafts.rows({ id, standing, asked: null, remark: null, offset: 0, limit: 9 }).rows;

    expect(await settled(drafts, id)).toMatchObject({
      hiddenRows: { count: 1, are: 'left-out' },
      counts: { ready: 2, hidden: 1, duplicate: 0, toSend: 2 },
      confirmations: [],
      preview: [{ row: 3 }, { row: 4 }],
    });
    expect(rowsOf('hidden')).toMatchObject([{ row: 2, standing: 'hidden' }]);
    expect(rowsOf('to-send').map(({ row }) => row)).toEqual([3, 4]);
    const [out] = drafts.state(id).rows;
    expect(out && leftOut(out, new Set())).toMatchObject({
      row: 2,
      name: 'eve@example.com',
      reason: expect.stringContaining('hidden in the file'),
    });

    drafts.takeHiddenRows(id, 'sent');
    expect(await settled(drafts, id)).toMatchObject({
      hiddenRows: { count: 1, are: 'sent' },
      counts: { ready: 2, hidden: 0, duplicate: 1, toSend: 2 },
      confirmations: [
        { kind: 'hidden-rows', count: 1, first: [{ row: 2, name: 'eve@example.com' }] },
      ],
    });
    expect(rowsOf('warned')).toMatchObject([{ row: 2, remarks: [{ code: 'row.hidden' }] }]);
    await drafts.close();
  });

  it('include duplicates one after the other, and none is lost', async () => {
    const drafts = openDrafts();
    const same = 'individual,ada@example.com\n'.repeat(4);
    const { id } = drafts.open(file('list.csv', `Type,Email\n${same}`));
    const checked = await settled(drafts, id);
    expect(checked.counts).toMatchObject({ ready: 1, duplicate: 3, toSend: 1 });
    const [, , last] = await Promise.all([3, 4, 5].map((row) => drafts.include(id, [row], true)));
    expect(last?.counts).toMatchObject({ included: 3, toSend: 4 });
    expect(last?.digest).not.toBe(checked.digest);
    const without = await drafts.include(id, 'all', false);
    expect(without).toMatchObject({ counts: { included: 0 }, digest: checked.digest });
    const late = drafts.include(id, 'all', true);
    drafts.map(id, []);
    await expect(late).rejects.toThrow('still checking');
    await drafts.close();
  });

  it('take corrections of a row that cannot be sent, and ask for them before a start', async () => {
    const drafts = openDrafts();
    const { id } = drafts.open(
      file(
        'a.csv',
        'type,email,First\nindividual,a@x.com,Ada\nperson,b@x.com,Eve\nindividual,a@b,\n',
      ),
    );
    const { columns, counts } = await settled(drafts, id);
    expect(counts).toMatchObject({ ready: 1, bad: 2 });
    expect(columns.map(({ resembles }) => resembles)).toEqual([
      null,
      null,
      'personalInformation.firstName',
    ]);

    const still = await drafts.correct(id, 3, [{ field: 'type', value: 'company' }]);
    expect(still.row).toMatchObject({ standing: 'bad', corrected: ['type'] });
    const [one, other] = await Promise.all([
      drafts.correct(id, 3, [{ field: 'type', value: ' individual ' }]),
      drafts.correct(id, 4, [{ field: 'email', value: 'c@x.com' }]),
    ]);
    for (const { draft, row } of [one, other]) {
      expect(row).toMatchObject({ standing: 'ready' });
      expect(draft.counts).toMatchObject({ ready: 3, bad: 0, warned: 2 });
      expect(draft.confirmations).toMatchObject([{ kind: 'corrected', count: 2 }]);
    }
    expect(one.row.values).toContainEqual({ field: 'email', value: 'b@x.com' });

    // A column that is read otherwise leaves them as they are.
    drafts.map(id, [
      { index: 0, field: 'type' } as const,
      { index: 1, field: 'email' } as const,
      { index: 2, field: 'personalInformation.firstName' },
    ]);
    const mapped = await settled(drafts, id);
    expect(mapped.counts).toMatchObject({ ready: 3 });
    expect(mapped.columns.map(({ resembles }) => resembles)).toEqual([null, null, null]);

    const back = await drafts.correct(id, 3, null);
    expect(back.row).toMatchObject({ standing: 'bad', corrected: [] });
    expect(back.draft.confirmations).toMatchObject([{ kind: 'corrected', count: 1 }]);
    const same = await drafts.correct(id, 4, [{ field: 'email', value: 'a@b' }]);
    expect(same.row).toMatchObject({ standing: 'bad', corrected: [] });
  });

  it('take no correction of a row that can be sent, of none, and of no field', async () => {
    const drafts = openDrafts();
    const { id } = drafts.open(file('a.csv', 'type,email\nindividual,a@x.com\nperson,b@x.com\n'));
    await settled(drafts, id);
    const before = drafts.get(id).digest;
    for (const [row, field] of [
      [2, 'type'],
      [9, 'type'],
      [3, 'network'],
    ] as const) {
      await expect(drafts.correct(id, row, [{ field, value: 'x' }])).rejects.toMatchObject({
        data: { cause: 'draft' },
      });
    }
    expect(drafts.get(id).digest).toBe(before);
  });

  it('judge a correction as the file: a secret in it is not shown, and a duplicate asks', async () => {
    const drafts = openDrafts();
    const { id } = drafts.open(file('a.csv', 'type,email\nindividual,a@x.com\nindividual,b\n'));
    await settled(drafts, id);
    const key = `0x${'4f'.repeat(32)}`;
    const secret = await drafts.correct(id, 3, [{ field: 'email', value: key }]);
    expect(secret.row).toMatchObject({ standing: 'bad' });
    expect(JSON.stringify(secret)).not.toContain(key);
    const twin = await drafts.correct(id, 3, [{ field: 'email', value: 'A@x.com' }]);
    expect(twin.row).toMatchObject({ standing: 'duplicate', isIncluded: false });
    await drafts.include(id, [3], true);
    // Another duplicate is another question.
    const other = await drafts.correct(id, 3, [{ field: 'email', value: 'a@X.com' }]);
    expect(other.row).toMatchObject({ standing: 'duplicate', isIncluded: false });
  });
});
