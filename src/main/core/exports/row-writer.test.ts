import { expect, it } from 'vitest';
import { readXlsx } from '../../features/bulk/reading/read-xlsx.ts';
import { openRowWriter } from './row-writer.ts';

it('cuts known secrets out of the rows and the notes of an XLSX file', async () => {
  const secret = 'whsec_0123456789abcdef';
  const written: (string | Uint8Array)[] = [];
  const file = {
    write: (content: string | Uint8Array) => Promise.resolve(void written.push(content)),
    finish: () => Promise.resolve(),
    discard: () => Promise.resolve(),
  };
  const rows = await openRowWriter('xlsx', ['name'], {
    ...{ file, known: { values: () => [secret] }, signal: new AbortController().signal },
  });
  try {
    await rows.add([[`of ${secret}`]]);
    await rows.end([['Notes'], [`about ${secret}`]]);
  } finally {
    await rows.close();
  }
  const bytes = Buffer.concat(written.map((one) => Buffer.from(one)));
  for (const sheet of ['Rows', 'Notes']) {
    const text = JSON.stringify((await readXlsx(bytes, 10, sheet)).rows);
    expect(text).toMatch(/of|about/);
    expect(text).not.toContain(secret);
  }
});
