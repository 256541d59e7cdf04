/** For tests: the statements of tests/fixtures. */
import { readFileSync } from 'node:fs';

export const statement = (name: string): Buffer =>
  readFileSync(new URL(`../../../../../tests/fixtures/statements/${name}`, import.meta.url));
