import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../support/run-command.ts';

/**
 * A tree of files beside the project's own configuration, in a temporary folder that goes away
 * when the test ends.
 *
 * @param files content by path.
 * @param copied what to take along from the project.
 */
export function plantTree(
  files: Readonly<Record<string, string>>,
  copied: readonly string[] = [],
): string {
  const tree = mkdtempSync(join(tmpdir(), 'causeway-rules-'));
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
  for (const path of copied) cpSync(join(root, path), join(tree, path), { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
  }
  return tree;
}
