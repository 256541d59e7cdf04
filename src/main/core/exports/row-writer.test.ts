import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { readXlsx } from '../../features/bulk/reading/read-xlsx.ts';
import { openRowWriter } from './row-writer.ts';

/** The bytes of an XLSX file with one column of these texts, and a sheet of notes. */
async function xlsxOf(
  texts: readonly string[],
  notes: readonly string[] = [],
  known: readonly string[] = [],
): Promise<Buffer> {
  const written: (string | Uint8Array)[] = [];
  const file = {
    write: (content: string | Uint8Array) => Promise.resolve(void written.push(content)),
    finish: () => Promise.resolve(),
    discard: () => Promise.resolve(),
  };
  const rows = await openRowWriter('xlsx', ['name'], {
    file,
    known: { values: () => known },
    signal: new AbortController().signal,
  });
  try {
    await rows.add(texts.map((text) => [text]));
    await rows.end(notes.map((text) => [text]));
  } finally {
    await rows.close();
  }
  return Buffer.concat(written.map((one) => Buffer.from(one)));
}

it('cuts known secrets out of the rows and the notes of an XLSX file', async () => {
  const secret = 'whsec_0123456789abcdef';
  const bytes = await xlsxOf([`of ${secret}`], ['Notes', `about ${secret}`], [secret]);
  for (const sheet of ['Rows', 'Notes']) {
    const text = JSON.stringify((await readXlsx(bytes, 10, sheet)).rows);
    expect(text).toMatch(/of|about/);
    expect(text).not.toContain(secret);
  }
});

it('writes into an XLSX file what reads back as the same text', async () => {
  const texts = ['INV_x0041_7', '_x005F_x0041_', '_X0041_ _x41_', '=1+1', '3/4', '<&>"', '007'];
  const { rows } = await readXlsx(await xlsxOf(texts), 20, null);
  expect(rows.map(({ cells }) => cells[0])).toEqual(texts);
});

it('leaves no thread behind an XLSX file that is stopped while it begins', async () => {
  const started = Promise.withResolvers<Worker>();
  process.once('worker', started.resolve);
  const abort = new AbortController();
  const opening = openRowWriter('xlsx', ['name'], {
    file: { write: async () => {}, finish: async () => {}, discard: async () => {} },
    known: { values: () => [] },
    signal: abort.signal,
  });
  abort.abort(new Error('A person stopped it.'));
  await expect(opening).rejects.toThrow('A person stopped it.');
  expect((await started.promise).threadId).toBe(-1);
});
