/** Checks the name of a profile while it is typed; main has the last word. */
import { settingsTexts } from './texts.ts';

/** null when fine. */
export function nameProblem(text: string): string | null {
  const { length } = text.trim();
  return length === 0 || length > 80 ? settingsTexts.add.problems.name : null;
}
