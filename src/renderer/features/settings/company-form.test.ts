import { expect, it } from 'vitest';
import {
  addressLinesOf,
  base64Of,
  companyProblems,
  companyValues,
  unchangedSince,
} from './company-form.ts';

it('an address is its lines, without those that are empty', () => {
  expect(addressLinesOf(' 1 Main St \n\n London\n')).toEqual(['1 Main St', 'London']);
  expect(addressLinesOf('')).toEqual([]);
});

it('what is longer than a letterhead is named', () => {
  expect(companyProblems.name('n'.repeat(120))).toBeNull();
  expect(companyProblems.name('n'.repeat(121))).toBe('Enter at most 120 characters.');
  expect(companyProblems.address(Array(6).fill('line').join('\n'))).toBeNull();
  expect(companyProblems.address(Array(7).fill('line').join('\n'))).toMatch(/six lines/);
  expect(companyProblems.address('l'.repeat(121))).toMatch(/120 characters/);
});

it('what was typed since it was sent stays, and the rest is as it was kept', () => {
  const sent = { name: 'Ada Ltd', addressLines: ['1 Main St', 'London'], paper: 'a4' as const };
  const kept = companyValues(sent);
  const asSent = { name: 'Ada Ltd ', address: '1 Main St\n\nLondon', paper: 'a4' as const };
  expect(unchangedSince(asSent, sent, kept)).toEqual({
    name: 'Ada Ltd',
    address: '1 Main St\nLondon',
  });
  expect(unchangedSince({ ...asSent, name: 'Ada Limited' }, sent, kept)).not.toHaveProperty('name');
  expect(unchangedSince({ ...asSent, address: '2 Main St' }, sent, kept)).toEqual({
    name: 'Ada Ltd',
  });
});

it('every byte of the file goes over as it is', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(Buffer.from(await base64Of(new Blob([bytes])), 'base64')).toEqual(Buffer.from(bytes));
});

it('a file that main would not take is not sent, and one that is gone is named', async () => {
  await expect(base64Of(new Blob([new Uint8Array(256 * 1024 + 1)]))).rejects.toThrow('256 KB');
  const gone = new Blob(['x']);
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  await expect(base64Of(gone)).rejects.toThrow('can’t be read');
});
