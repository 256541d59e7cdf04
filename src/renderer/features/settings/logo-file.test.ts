import { expect, it } from 'vitest';
import { base64Of } from './logo-file.ts';

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
