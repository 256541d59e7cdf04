/** A secret on the clipboard, for a short while. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Log } from '../../../core/foundation/log.ts';

/** The system's clipboard, where the host has one. */
export interface Clipboard {
  read(): string | Promise<string>;
  write(text: string): void | Promise<void>;
}

export interface SecretClipboard {
  /** Copies it; returns when it will be cleared, milliseconds since 1970. */
  copy(secret: string): Promise<number>;
  /** Clears now what would be cleared later. */
  close(): Promise<void>;
}

/** How long a secret stays there, in milliseconds. */
export const clipboardMs = 30_000;

export function createSecretClipboard(
  clipboard: Clipboard,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): SecretClipboard {
  let waiting: { readonly timer: NodeJS.Timeout; readonly secret: string } | null = null;

  /** Only what is still ours: a person may have copied something else meanwhile. */
  const clear = async (): Promise<void> => {
    const last = waiting;
    waiting = null;
    if (last === null) return;
    clearTimeout(last.timer);
    try {
      if ((await clipboard.read()) === last.secret) await clipboard.write('');
    } catch (error) {
      log.warn({ err: error }, 'the clipboard could not be cleared');
    }
  };

  return {
    async copy(secret) {
      await clear();
      await clipboard.write(secret);
      waiting = { secret, timer: setTimeout(() => void clear(), clipboardMs) };
      return clock.now() + clipboardMs;
    },
    close: clear,
  };
}
