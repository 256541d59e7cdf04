import { describe, expect, it } from 'vitest';
import { uploadChunkBytes } from '../../../bridge/bulk-limits.ts';
import { toBase64, type UploadOptions, uploadFile } from './use-upload.ts';

const bytesOf = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, index) => (index * 31) % 256);

type Options = UploadOptions<{ profileId: string }, { id: string }>;

const fileOf = (bytes: Uint8Array, size = bytes.length): Options['file'] => ({
  name: 'accounts.csv',
  size,
  slice: (start, end) => ({
    arrayBuffer: async () => Uint8Array.from(bytes.subarray(start, end)).buffer,
  }),
});

/** Main as far as an upload needs it: puts the pieces together again. */
function receiver() {
  const pieces: Buffer[] = [];
  const calls: string[] = [];
  const upload: Options['upload'] = {
    begin: async ({ fileName, bytes }: { fileName: string; bytes: number }) => {
      calls.push(`begin ${fileName} ${bytes}`);
      return { uploadId: 'u' };
    },
    append: async ({ offset, base64 }: { offset: number; base64: string }) => {
      const piece = Buffer.from(base64, 'base64');
      expect(piece.length).toBeLessThanOrEqual(uploadChunkBytes);
      expect(offset).toBe(Buffer.concat(pieces).length);
      pieces.push(piece);
      return { received: offset + piece.length };
    },
    finish: async () => {
      calls.push('finish');
      return { id: 'd' };
    },
  };
  return { upload, calls, received: () => Buffer.concat(pieces) };
}

const options = (over: Partial<Options>): Options => ({
  upload: receiver().upload,
  about: { profileId: 'built-in' },
  file: fileOf(bytesOf(1)),
  onProgress: () => undefined,
  signal: new AbortController().signal,
  ...over,
});

describe('handing over a file', () => {
  it('sends every byte once, in pieces that fit the bridge', async () => {
    const { upload, calls, received } = receiver();
    const bytes = bytesOf(uploadChunkBytes * 2 + 7);
    const progress: number[] = [];
    const draft = await uploadFile(
      options({ upload, file: fileOf(bytes), onProgress: (done) => progress.push(done) }),
    );
    expect(draft.id).toBe('d');
    expect(received().equals(bytes)).toBe(true);
    expect(progress).toEqual([uploadChunkBytes, uploadChunkBytes * 2, bytes.length]);
    expect(calls).toEqual([`begin accounts.csv ${bytes.length}`, 'finish']);
  });

  it('stops between two pieces when it is told to', async () => {
    const { upload, calls } = receiver();
    const stop = new AbortController();
    const file = fileOf(bytesOf(uploadChunkBytes * 2));
    const sending = uploadFile(
      options({ upload, file, signal: stop.signal, onProgress: () => stop.abort() }),
    );
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
    expect(calls).not.toContain('finish');
  });

  it('a file that shrank meanwhile ends the upload, and is not finished', async () => {
    const { upload, calls } = receiver();
    const sending = uploadFile(options({ upload, file: fileOf(bytesOf(3), 10) }));
    await expect(sending).rejects.toThrow('changed while it was read');
    expect(calls).not.toContain('finish');
  });
});

it.each([0, 1, 2, 3, 0x8000, 0x8000 + 1])(
  '%i bytes come back out of base64 as they were',
  (size) => {
    const bytes = bytesOf(size);
    expect(Buffer.from(toBase64(bytes), 'base64').equals(bytes)).toBe(true);
  },
);
