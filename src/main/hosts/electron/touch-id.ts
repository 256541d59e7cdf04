/** The system's own prompt on macOS. Electron has none for Windows Hello and none for Linux. */
import type { SystemPreferences } from 'electron';
import type { ConsoleOptions } from '../../console/console.ts';

export const createTouchId = (
  system: Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'>,
): NonNullable<ConsoleOptions['systemPrompt']> => ({
  isAvailable: () => system.canPromptTouchID(),
  // It rejects where the person cancels, or is not recognised.
  ask: () =>
    system.promptTouchID('unlock your records').then(
      () => true,
      () => false,
    ),
});
