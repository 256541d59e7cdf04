/** A built page of the benchmarks, served by the console's own server in a process of its own. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { BenchPage } from './pages.ts';
import { firstLine, start } from './processes.ts';
import type { Served } from './served-console.ts';

const server = fileURLToPath(new URL('./shell-server.ts', import.meta.url));
const hello = z.object({ url: z.string() });

/** Closing it removes the page. */
export async function servePage(page: BenchPage): Promise<Served> {
  const started = start(process.execPath, [server, page.root]);
  const { url } = hello.parse(JSON.parse(await firstLine(started.child)));
  return {
    freshLink: async () => url,
    close: async () => {
      await started.stop();
      await page.remove();
    },
  };
}
