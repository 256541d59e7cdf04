import { terminalLines } from '../../../platform/terminal-text.ts';

/** A line on stdout, awaited: leaving the process would lose what is still on its way. */
export const print = (line: string): Promise<void> =>
  new Promise((done) => process.stdout.write(`${terminalLines(line)}\n`, () => done()));
