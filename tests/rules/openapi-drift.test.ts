import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstDrift, openApiFile, openApiText } from '../support/openapi.ts';
import { runCommand } from '../support/run-command.ts';

describe('docs/openapi.json', () => {
  it('is what the contract says now', async () => {
    expect(firstDrift(await readFile(openApiFile, 'utf8'))).toBeNull();
  });

  it('is seen to drift by a single line', () => {
    const text = openApiText();
    expect(firstDrift(text.replace('"3.1.0"', '"3.1.1"'), text)).toBe(2);
    expect(firstDrift('', text)).toBe(1);
    expect(firstDrift(`${text}\n`, text)).not.toBeNull();
  });

  it('passes --check as it is', async () => {
    const script = resolve(import.meta.dirname, '../support/openapi.ts');
    const { ok } = await runCommand(['node', script, '--check']);
    expect(ok).toBe(true);
  });
});
