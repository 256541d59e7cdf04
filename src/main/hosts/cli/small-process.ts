/** A program in the place of this process, started so that it takes less memory (docs/benchmarks.md, Timeline). */
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

export const smallProcess = {
  options: [
    // By itself V8 takes 48 MB and more for what is new, however little of it lives. With 2 more grows old than is saved.
    '--max-semi-space-size=8',
    // Else each thread gets a copy of 4 MB of Node's own, most of it never used. A start takes 40 ms more.
    '--no-node-snapshot',
  ],
  /** glibc gives each thread a heap of its own, and what one gave back serves no other. */
  variables: { MALLOC_ARENA_MAX: '1' },
} as const;

/**
 * Signals, terminal, exit code and id of the process go to the program: nobody stays in between. On Windows it runs
 * in this very process as it is.
 */
export async function becomeProgram(program: string, args: readonly string[]): Promise<void> {
  const { options, variables } = smallProcess;
  if (process.platform === 'win32' || process.execve === undefined) {
    await import(pathToFileURL(program).href);
    return;
  }
  const environment = { ...variables, ...process.env };
  process.execve(process.execPath, [process.execPath, ...options, program, ...args], environment);
}

/** First in the program: threads have bounds of their own, and programs that it opens none of these. */
export function keepSmallnessHere(): void {
  setFlagsFromString('--max-semi-space-size=0');
  delete process.env['MALLOC_ARENA_MAX'];
}
