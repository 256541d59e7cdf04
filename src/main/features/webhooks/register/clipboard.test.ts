import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { createLog } from '../../../core/foundation/log.ts';
import { clipboardMs, createSecretClipboard } from './clipboard.ts';

const log = createLog({ level: 'silent', destination: { write: () => undefined } });

let content: string;
const clipboard = {
  read: () => content,
  write: (text: string) => {
    content = text;
  },
};
beforeEach(() => {
  vi.useFakeTimers();
  content = 'before';
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a secret on the clipboard', () => {
  it('is gone after 30 s', async () => {
    const secrets = createSecretClipboard(clipboard, { clock: systemClock, log });
    expect(await secrets.copy('secret_1')).toBe(Date.now() + 30_000);
    expect(content).toBe('secret_1');
    await vi.advanceTimersByTimeAsync(clipboardMs - 1);
    expect(content).toBe('secret_1');
    await vi.advanceTimersByTimeAsync(1);
    expect(content).toBe('');
  });

  it('leaves alone what was copied since', async () => {
    const secrets = createSecretClipboard(clipboard, { clock: systemClock, log });
    await secrets.copy('secret_1');
    content = 'something else';
    await vi.advanceTimersByTimeAsync(clipboardMs);
    expect(content).toBe('something else');
  });

  it('starts its time anew for the next secret', async () => {
    const secrets = createSecretClipboard(clipboard, { clock: systemClock, log });
    await secrets.copy('secret_1');
    await vi.advanceTimersByTimeAsync(20_000);
    await secrets.copy('secret_2');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(content).toBe('secret_2');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(content).toBe('');
  });
});
