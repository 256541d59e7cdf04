import { app, dialog } from 'electron';
import { failureOf } from './failure.ts';
import { print } from './print.ts';

/** Tells why the program can't go on, and ends it. `logFile`: as in failureOf. */
export async function fail(
  error: unknown,
  logFile: string | null,
  isSmoke: boolean,
): Promise<void> {
  const { title, text } = failureOf(error, logFile);
  // A dialog waits for a person, and nobody watches a smoke run.
  if (isSmoke) await print(JSON.stringify({ problems: [`${title}. ${text}`] }));
  else dialog.showErrorBox(title, text);
  app.exit(1);
}
