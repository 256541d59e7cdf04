import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstChanges, openApiFile, openApiText } from '../support/openapi.ts';
import { runCommand } from '../support/run-command.ts';

describe('docs/openapi.json', () => {
  it('is what the contract says now', async () => {
    expect(firstChanges(await readFile(openApiFile, 'utf8'))).toBeNull();
  });

  it('is seen to drift by a single line', () => {
    const text = openApiText();
    expect(firstChanges(text.replace('"3.1.0"', '"3.1.1"'), text)).toBe(2);
    expect(firstChanges('', text)).toBe(1);
    expect(firstChanges(`${text}\n`, text)).not.toBeNull();
  });

  it('passes --check as it is', async () => {
    const script = resolve(import.meta.dirname, '../support/openapi.ts');
    const { ok } = await runCommand(['node', script, '--check']);
    expect(ok).toBe(true);
  });
});
