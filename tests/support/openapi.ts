/**
 * docs/openapi.json, made from src/contract. `npm run openapi` writes it; `npm run openapi -- --check`
 * fails when it differs from what the contract says now.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { helpWhenAsked } from './help.ts';

export const openApiFile = resolve(import.meta.dirname, '../../docs/openapi.json');

/** The document as it belongs into the file. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;

/** The first line in which the file differs from the contract, counted from 1; null when it does not. */
export function firstChanges(fileText: string, text: string = openApiText()): number | null {
  if (fileText === text) return null;
  const found = fileText.split('\n');
  const wanted = text.split('\n');
  const index = wanted.findIndex((line, at) => line !== found[at]);
  return (index === -1 ? wanted.length : index) + 1;
}

async function checkFile(): Promise<boolean> {
  const line = firstChanges(await readFile(openApiFile, 'utf8').catch(() => ''));
  if (line === null) return true;
  console.error(`docs/openapi.json differs from the contract at line ${line}: npm run openapi`);
  return false;
}

if (import.meta.main) {
  helpWhenAsked(`Usage: npm run openapi [-- --check]

Writes docs/openapi.json from src/contract.

  --check   write nothing; exit with 1 when the file differs from the contract
  --help    show this
`);
  if (process.argv.includes('--check')) {
    process.exitCode = (await checkFile()) ? 0 : 1;
  } else {
    await writeFile(openApiFile, openApiText());
    console.log('docs/openapi.json written');
  }
}
