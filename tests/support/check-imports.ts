import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

/** One import that a rule of .dependency-cruiser.cjs forbids. */
export interface Breach {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly comment: string;
}

export interface ImportReport {
  readonly breaches: readonly Breach[];
  /** Source files under `src` and `tests` that were read. */
  readonly seen: number;
  /** Source files that exist and were not read: the rules said nothing about them. */
  readonly unseen: readonly string[];
}

const SOURCES = '{src,tests}/**/*.{ts,tsx}';
const configFile = resolve(import.meta.dirname, '../../.dependency-cruiser.cjs');

/**
 * Applies the import rules to the `src` and `tests` of a tree.
 *
 * dependency-cruiser passes green on nothing (an unknown compiler, an empty folder), so the files
 * it read are compared with the files on disk.
 */
export async function checkImports(
  baseDir: string,
  folders: readonly string[] = ['src', 'tests'],
): Promise<ImportReport> {
  const onDisk = globSync(SOURCES, { cwd: baseDir, exclude: ['**/node_modules/**'] });
  const options = await extractDepcruiseOptions(configFile);
  const { output } = await cruise([...folders], { ...options, baseDir, validate: true });
  if (typeof output === 'string') throw new Error('dependency-cruiser returned a text report');

  const comments = new Map(options.ruleSet?.forbidden?.map((rule) => [rule.name, rule.comment]));
  const read = new Set(output.modules.map((module) => module.source));
  return {
    breaches: output.summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      from,
      to,
      comment: comments.get(rule.name) ?? '',
    })),
    seen: onDisk.filter((file) => read.has(file)).length,
    unseen: onDisk.filter((file) => !read.has(file)),
  };
}

/** Something was read, all of it, and nothing in it is forbidden. */
export function isSound({ breaches, seen, unseen }: ImportReport): boolean {
  return seen > 0 && unseen.length === 0 && breaches.length === 0;
}

if (import.meta.main) {
  const report = await checkImports(process.cwd());
  for (const { rule, from, to, comment } of report.breaches) {
    console.error(`${rule}: ${from} → ${to}\n    ${comment}`);
  }
  for (const file of report.unseen) console.error(`not seen by dependency-cruiser: ${file}`);
  console.log(`${report.seen} files, ${report.breaches.length} forbidden imports`);
  process.exitCode = isSound(report) ? 0 : 1;
}
