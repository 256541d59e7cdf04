/** A program that takes over the terminal: signals go to it, and its exit code is ours. */
import { spawn } from 'node:child_process';

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs it to its end, with more variables in its environment. Resolves to the exit code; 1 where it
 * could not start or was killed.
 */
export function runChild(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...variables } });
  // A terminal sends Ctrl-C to both of us; the child takes the second one for the first.
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  return new Promise((done) => {
    const end = (code: number) => {
      for (const signal of signals) process.off(signal, forward);
      done(code);
    };
    child.once('error', () => end(1));
    child.once('close', (code) => end(code ?? 1));
  });
}
