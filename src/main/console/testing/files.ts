/** Files on their way out, for tests of the console. */
import { buffer } from 'node:stream/consumers';
import { vi } from 'vitest';
import type { TestConsole } from './console.ts';

/** What is fetched of a file when it is whole. */
export async function fileOf(
  { bridge, console: running }: TestConsole,
  { id }: { readonly id: string },
): Promise<Buffer> {
  const path = await vi.waitFor(async () => {
    const file = await bridge.exports.get({ id });
    if (file.path === null) throw new Error(`${file.status} ${file.sentence}`);
    return file.path;
  }, 30_000);
  const download = running.downloads.take(path.split('/').at(-1) ?? '');
  if (download === null) throw new Error('The file could not be fetched.');
  return await buffer(download.content);
}
