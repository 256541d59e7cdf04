/** The browser host's program: built as out/main/browser.js, beside the page that it serves. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readJson } from '../../../platform/json-column.ts';
import { keepSmallnessHere } from '../cli/small-process.ts';
import { loadPageFiles } from './page-files.ts';
import { runProgram } from './run.ts';

keepSmallnessHere();

const packageShape = z.object({ version: z.string() });

/** The built layout: out/main/browser.js, out/renderer, package.json. */
const { version } = readJson(
  packageShape,
  readFileSync(resolve(import.meta.dirname, '../../package.json')),
);

await runProgram({
  version,
  loadPage: () => loadPageFiles(resolve(import.meta.dirname, '../renderer')),
});
