/** The measured program as a build: from sources each thread would carry a compiler of its own. */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const output = `${root}.cache/timeline-bench`;

/** Inside the project, because modules stay outside the build. Returns the path of the program. */
export async function buildTimelineRun(): Promise<{
  readonly program: string;
  remove(): Promise<void>;
}> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: output,
      target: 'node20',
      // As threads are built: each keeps its whole text.
      minify: 'oxc',
      rolldownOptions: {
        input: {
          run: `${root}tests/bench/timeline-run.ts`,
          'inbox-writer': `${root}src/main/features/webhooks/inbox/writer-thread.ts`,
          'timeline-writer': `${root}src/main/features/timeline/index/threads/timeline-writer.ts`,
          'timeline-reader': `${root}src/main/features/timeline/index/threads/timeline-reader.ts`,
        },
        output: {
          format: 'es',
          entryFileNames: '[name].mjs',
          chunkFileNames: 'chunks/[name]-[hash].mjs',
        },
      },
    },
    ssr: { noExternal: true, external: ['better-sqlite3-multiple-ciphers'] },
  });
  return {
    program: `${output}/run.mjs`,
    remove: () => rm(output, { recursive: true, force: true }),
  };
}
