import { expect, it } from 'vitest';
import type { Bridge } from '../../../bridge/contract.ts';
import { emptyValues, readImport, textOf } from './import-values.ts';
import { formatImportField } from './texts.ts';

it('a long text goes in parts, each with the name of its file, and is read once', async () => {
  const uploaded: unknown[] = [];
  const read: unknown[] = [];
  const imports = {
    upload: async (part: { text: string }) => {
      uploaded.push({ ...part, text: part.text.length });
      return { id: 'a', characters: 0 };
    },
    preview: async (order: unknown) => void read.push(order),
  } as unknown as Bridge['imports'];
  const text = 'x'.repeat(450_000);
  const values = { ...emptyValues('webhooks'), form: 'csv' as const, text, fileName: 'hooks.csv' };
  await readImport(imports, values);
  expect(uploaded).toEqual([
    { id: null, text: 200_000, fileName: 'hooks.csv' },
    { id: 'a', text: 200_000, fileName: 'hooks.csv' },
    { id: 'a', text: 50_000, fileName: 'hooks.csv' },
  ]);
  expect(read).toEqual([{ uploadId: 'a', form: 'csv', kind: 'webhook', customerId: null }]);
});

it('no character is cut in two between parts, as a hash over them would be of another text', async () => {
  const parts: string[] = [];
  const imports = {
    upload: async ({ text }: { text: string }) => {
      parts.push(text);
      return { id: 'a', characters: 0 };
    },
    preview: async () => undefined,
  } as unknown as Bridge['imports'];
  const text = `x${'😀'.repeat(250_000)}`;
  await readImport(imports, { ...emptyValues('customers'), text });
  expect(parts.every((part) => part.isWellFormed() && part.length <= 200_000)).toBe(true);
  expect(parts.join('') === text).toBe(true);
});

it('fields are named as people name them, where there is such a name', () => {
  const fields = ['personalInformation.firstName', 'destination.walletAddress', 'id', 'odd.x'];
  expect(fields.map(formatImportField)).toEqual([
    'First name',
    'Destination: wallet address',
    'ID',
    'odd.x',
  ]);
});

it('a file in UTF-16 is read as its mark says, as spreadsheets save one', () => {
  const little = Buffer.from('\uFEFFid,Ünal', 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from('\uFEFFid,Ünal')]) {
    expect(textOf(Uint8Array.from(bytes).buffer)).toBe('id,Ünal');
  }
});
