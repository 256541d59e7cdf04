/** A measured program as a build: from sources it, and each of its threads, would carry a compiler of its own. */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface BuiltProgram {
  /** Its path. */
  readonly program: string;
  remove(): Promise<void>;
}

/**
 * Inside the project, because modules stay outside the build.
 *
 * @param source of the program, in the project
 * @param threads their sources, by the name that the program starts each by
 */
export async function buildProgram(
  name: string,
  source: string,
  threads: Readonly<Record<string, string>> = {},
): Promise<BuiltProgram> {
  const output = `${root}.cache/${name}`;
  const inputs = Object.entries({ run: source, ...threads });
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
        input: Object.fromEntries(inputs.map(([of, path]) => [of, `${root}${path}`])),
        output: {
          format: 'es',
          entryFileNames: '[name].mjs',
          chunkFileNames: 'chunks/[name]-[hash].mjs',
        },
      },
    },
    ssr: {
      noExternal: true,
      external: ['better-sqlite3-multiple-ciphers', '@ngrok/ngrok', 'ssh2'],
    },
  });
  return {
    program: `${output}/run.mjs`,
    remove: () => rm(output, { recursive: true, force: true }),
  };
}
