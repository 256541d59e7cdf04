import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, type Plugin } from 'vite';
import { hashesFile, hashOf } from './src/platform/unpacked.ts';
import { cssVariables, looks } from './src/renderer/app/looks.ts';

/**
 * Programs of the main side, each `out/main/<name>.js`. What two of them share lands in chunks,
 * so the browser host never loads `electron` and the sandbox starts with its own code alone.
 */
const programs = {
  electron: 'src/main/hosts/electron/index.ts',
  browser: 'src/main/hosts/browser/index.ts',
  sandbox: 'src/sandbox/cli.ts',
  listen: 'src/main/hosts/cli/listen-program.ts',
  relay: 'src/relay/program.ts',
};

/** Threads of their own, each started by file name (src/platform/thread-program.ts). */
const threads = {
  'inbox-writer': 'src/main/features/webhooks/inbox/writer-thread.ts',
  'timeline-writer': 'src/main/features/timeline/index/threads/timeline-writer.ts',
  'timeline-reader': 'src/main/features/timeline/index/threads/timeline-reader.ts',
  // Prints reports too: what makes a PDF comes once.
  'pdf-writer': 'src/main/features/deposit-sheets/writing/sheet-thread.ts',
  'bulk-reader': 'src/main/features/bulk/reading/reading-thread.ts',
  'import-reader': 'src/main/features/imports/reading-thread.ts',
  'reconcile-reader': 'src/main/features/reconcile/reading/statement-thread.ts',
  'audit-reader': 'src/main/core/audit/audit-thread.ts',
  'backup-writer': 'src/main/core/backup/backup-thread.ts',
  'database-work': 'src/main/console/database-thread.ts',
  'diagnostics-reader': 'src/main/console/diagnostics/counts-thread.ts',
  'xlsx-writer': 'src/main/core/exports/xlsx-thread.ts',
};

/** Files of dejavu-fonts-ttf that `out/main/fonts` holds, for src/main/core/pdf/fonts.ts. */
const fonts = [
  'ttf/DejaVuSans.ttf',
  'ttf/DejaVuSans-Bold.ttf',
  'ttf/DejaVuSansMono-Bold.ttf',
  'LICENSE',
];

/** A process holds the text of its programs: one letter beyond ASCII doubles all of it. Long lists of them stay. */
function asciiOf(code: string): string {
  if (/(?<!\\)(?:\\\\)*\\[\u0080-\uffff]/.test(code))
    throw new Error('A letter is escaped already.');
  const ascii = code.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return ascii.length < code.length * 1.02 ? ascii : code;
}

/**
 * Each `out/main/<name>.mjs`, with no chunk beside it: in a package they lie outside the archive, where
 * a thread needs nothing of Electron's patches to be read.
 */
const threadPrograms: Plugin = {
  name: 'thread-programs',
  async generateBundle() {
    for (const [name, source] of Object.entries(threads)) {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        ssr: { noExternal: true, external: ['better-sqlite3-multiple-ciphers'] },
        build: {
          ssr: source,
          write: false,
          // A thread compiles its whole program at each start.
          minify: 'oxc',
          rolldownOptions: { output: { format: 'es', codeSplitting: false } },
        },
      });
      const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
      const [program, ...more] = outputs.filter((one) => one.type === 'chunk');
      if (program === undefined || more.length > 0) throw new Error(`${name} is not one file.`);
      this.emitFile({ type: 'asset', fileName: `${name}.mjs`, source: asciiOf(program.code) });
    }
  },
};

const asciiPrograms: Plugin = {
  name: 'ascii-programs',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type === 'chunk') output.code = asciiOf(output.code);
    }
  },
};

/** Beside the programs, with the licence that goes with every copy of them. */
const sheetFonts: Plugin = {
  name: 'sheet-fonts',
  async generateBundle() {
    for (const file of fonts) {
      const source = await readFile(
        new URL(`node_modules/dejavu-fonts-ttf/${file}`, import.meta.url),
      );
      this.emitFile({ type: 'asset', fileName: `fonts/${basename(file)}`, source });
    }
  },
};

/**
 * What may lie outside the archive of a package, besides threads and fonts: what electron-builder.yml
 * says, and packages with a native file, which electron-builder lays there whole.
 */
const modulesOutside = [
  'node_modules/better-sqlite3-multiple-ciphers/{*,{lib,prebuilds}/**}',
  'node_modules/keytar/{*,{lib,prebuilds}/**}',
  'node_modules/@ngrok/*/**',
];

/** Writes the hashes by which a package checks what lies outside its archive (platform/unpacked.ts). */
const unpackedHashes: Plugin = {
  name: 'unpacked-hashes',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const hashes: Record<string, string> = {};
      for (const output of Object.values(bundle)) {
        const { fileName } = output;
        if (output.type !== 'asset' || !/^fonts\/|\.mjs$/.test(fileName)) continue;
        hashes[`out/main/${fileName}`] = hashOf(fileName, Buffer.from(output.source));
      }
      for await (const entry of glob(modulesOutside, { withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        hashes[relative('.', path).replaceAll('\\', '/')] = hashOf(path, await readFile(path));
      }
      const fileName = basename(hashesFile);
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(hashes) });
    },
  },
};

/** Each host replaces this in index.html by the nonce of the response (Content-Security-Policy). */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * `open` names a variable of its own `__dirname`. electron-vite sees the name, puts CommonJS's
 * `__dirname` on top, and the chunk no longer parses.
 */
const ownDirnameOfOpen = {
  name: 'own-dirname-of-open',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]open[\\/]index\.js$/ },
    handler: (code: string) => code.replaceAll('__dirname', 'ownDirectory'),
  },
};

/** Files of src/renderer/app that run as soon as they are there, in this order. */
const early = ['admission', 'opening'] as const;

/**
 * The page asks for its early files beside its own code: session, line and first reads are under way
 * while the rest is still being fetched and compiled.
 */
const earlyFiles: Plugin = {
  name: 'early-files',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      // The development server has no bundle; there the page's code imports them.
      const found = early.flatMap((name) => chunks.find((chunk) => chunk.name === name) ?? []);
      return found.map(({ fileName }) => ({
        tag: 'script',
        attrs: {
          type: 'module',
          async: true,
          fetchpriority: 'high',
          crossorigin: true,
          src: `./${fileName}`,
          nonce: NONCE_PLACEHOLDER,
        },
        injectTo: 'head-prepend',
      }));
    },
  },
};

/** Typeface of the frame, asked for before the styles that name it are there. */
const preloadedFonts = /inter-latin-wght-normal-[^/]+\.woff2$/;

/** Whose licence goes with every copy of its files. */
const typefaces = ['inter', 'jetbrains-mono'];

const pageFonts: Plugin = {
  name: 'page-fonts',
  async generateBundle() {
    for (const name of typefaces) {
      const source = await readFile(
        new URL(`node_modules/@fontsource-variable/${name}/LICENSE`, import.meta.url),
      );
      this.emitFile({ type: 'asset', fileName: `assets/LICENSE-${name}`, source });
    }
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((fileName) => preloadedFonts.test(fileName))
        .map((fileName) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            href: `./${fileName}`,
          },
          injectTo: 'head' as const,
        })),
  },
};

const mantineCode = join(import.meta.dirname, 'node_modules/@mantine/core/esm');
const mantineClasses = /\bm_[0-9a-f]+/g;
const namesIn = (list: string): string[] =>
  list.split(',').map((name) => name.trim().replace(/^type | as .*$/g, ''));

/** Files of the components that the page's own code names. */
async function namedComponents(): Promise<string[]> {
  const named = new Set<string>();
  const sources = ['src/renderer/**/*.{ts,tsx}', 'node_modules/@mantine/spotlight/esm/**/*.mjs'];
  const imports = /import (?:type )?\{([^}]*)\} from ['"]@mantine\/core['"]/g;
  for await (const file of glob(sources)) {
    for (const [, list = ''] of (await readFile(file, 'utf8')).matchAll(imports)) {
      for (const name of namesIn(list)) named.add(name);
    }
  }
  const index = await readFile(join(mantineCode, 'index.mjs'), 'utf8');
  return [...index.matchAll(/import \{([^}]*)\} from "([^"]+)"/g)]
    .filter(([, list = '']) => namesIn(list).some((name) => named.has(name)))
    .map(([, , file = '']) => join(mantineCode, file));
}

/** Names of their styles, and of those of all that they stand on. */
async function usedMantineClasses(): Promise<ReadonlySet<string>> {
  const files = new Set(await namedComponents());
  const classes = new Set<string>();
  // Grows while it is gone through.
  for (const file of files) {
    const code = await readFile(file, 'utf8');
    for (const [, other = ''] of code.matchAll(/from "(\.[^"]+)"/g)) {
      files.add(join(file, '..', other));
    }
    if (!file.endsWith('.module.mjs')) continue;
    for (const [name] of code.matchAll(mantineClasses)) classes.add(name);
  }
  return classes;
}

/** The variables of our looks, as Mantine would make them at every start of the page. */
async function lookVariables(): Promise<string> {
  const { MantineProvider } = await import('@mantine/core');
  const provider = createElement(MantineProvider, {
    theme: looks,
    cssVariablesResolver: cssVariables,
    withGlobalClasses: false,
  });
  const [, styles] = /^<style[^>]*>(.+)<\/style>$/s.exec(renderToStaticMarkup(provider)) ?? [];
  if (styles === undefined) throw new Error('Mantine gives its variables in another way.');
  return styles;
}

/** Of Mantine's styles, those of components that the page has: it waits for all of them before it is drawn. */
const mantineStyles: Plugin = {
  name: 'mantine-styles',
  transform: {
    order: 'pre',
    filter: { id: /[\\/]@mantine[\\/]core[\\/]styles\.css$/ },
    async handler(whole) {
      const used = await usedMantineClasses();
      let styles = whole;
      for await (const file of glob('node_modules/@mantine/core/styles/*.css')) {
        if (file.endsWith('.layer.css')) continue;
        const own = (await readFile(file, 'utf8')).trim();
        const classes = [...own.matchAll(mantineClasses)];
        if (classes.length > 0 && !classes.some(([name]) => used.has(name)))
          styles = styles.replace(own, '');
      }
      return `${styles}\n${await lookVariables()}`;
    },
  },
};

/** Each line of an icon is an element to make, to style and to lay out, and a rail has a hundred: one path has them all. */
const iconPaths: Plugin = {
  name: 'icon-paths',
  transform: {
    filter: {
      id: /[\\/]@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]/,
      code: '"outline"',
    },
    handler(code) {
      const [, nodes] = /__iconNode = (\[.+\]);/.exec(code) ?? [];
      if (nodes === undefined) throw new Error('Tabler gives its icons in another way.');
      const paths = JSON.parse(nodes) as [tag: string, Record<string, string>][];
      // Behind another one, a path that does not begin with an absolute place would begin elsewhere.
      const isAll = paths.every(
        ([tag, { d = '', key: _, ...others }]) =>
          tag === 'path' && d.startsWith('M') && Object.keys(others).length === 0,
      );
      const d = paths.map(([, path]) => path['d']).join('');
      return isAll ? code.replace(nodes, JSON.stringify([['path', { d, key: 'svg-0' }]])) : null;
    },
  },
};

export default defineConfig({
  main: {
    plugins: [ownDirnameOfOpen, threadPrograms, asciiPrograms, sheetFonts, unpackedHashes],
    build: {
      // `dependencies` of package.json stay external, and what is optional; `devDependencies` are bundled.
      externalizeDeps: { include: ['@ngrok/ngrok'] },
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(programs).filter(([, file]) => existsSync(file))),
        output: {
          format: 'es',
          // Licences stay.
          comments: { legal: true, annotation: false, jsdoc: false },
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Smaller, with the names that errors tell.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload is one plain CommonJS file; nothing may stay outside it.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: './',
    html: { cspNonce: NONCE_PLACEHOLDER },
    plugins: [react(), mantineStyles, iconPaths, earlyFiles, pageFonts],
    build: {
      minify: 'oxc',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: {
          index: 'src/renderer/index.html',
          ...Object.fromEntries(early.map((name) => [name, `src/renderer/app/${name}.ts`])),
        },
        output: {
          // Few files before the first route, since a page asks for six at a time; but React apart, so
          // that both halves are compiled side by side.
          codeSplitting: {
            groups: [
              ...early.map((name, position) => ({
                name,
                test: new RegExp(`[\\\\/]renderer[\\\\/]app[\\\\/]${name}\\.ts$`),
                priority: 10 - position,
              })),
              {
                name: 'react',
                test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/,
                priority: 2,
              },
              { name: 'first-route', tags: ['$initial' as const], priority: 1 },
              // One file, not the dozens that it shares with other screens.
              {
                name: 'overview-parts',
                test: /[\\/]features[\\/]overview[\\/](?:first-steps|need-lines|moved)\.tsx$/,
                priority: 1,
              },
              // The first screen of whoever has a passphrase, without what screens share.
              {
                name: 'vault-parts',
                test: /[\\/]app[\\/]gate[\\/]vault-screen\.tsx$/,
                priority: 1,
              },
              // What screens share, each with all that it stands on, so that no file imports in a circle.
              { name: 'libraries', test: /[\\/]node_modules[\\/]/, minShareCount: 2 },
              { name: 'shared', minShareCount: 2 },
            ],
          },
        },
      },
    },
  },
});
