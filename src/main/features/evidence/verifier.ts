/** The program that a pack carries: verify.mjs and its parts in one file. */
const partOf = /^import \{[^}]*\} from '\.\/(verify-\w+\.mjs)';\n/gm;

/** @param parts the text of each part, by its file's name */
export const inOneFile = (main: string, parts: Readonly<Record<string, string>>): string =>
  main.replaceAll(partOf, (_, name: string) => `\n${parts[name]?.replaceAll(/^export /gm, '')}`);

export async function verifier(): Promise<string> {
  // biome-ignore-start lint/correctness/useImportExtensions: their texts, not their code.
  const { default: main } = await import('./verify.mjs?raw');
  const { default: log } = await import('./verify-log.mjs?raw');
  const { default: zip } = await import('./verify-zip.mjs?raw');
  // biome-ignore-end lint/correctness/useImportExtensions: their texts, not their code.
  return inOneFile(main, { 'verify-log.mjs': log, 'verify-zip.mjs': zip });
}
