import { afterEach, expect, it, vi } from 'vitest';
import { within } from './database.ts';
import { TeamDatabaseAway } from './errors.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('leaves a late statement alone: cancelled, a commit that waits for a standby is shown to others', async () => {
  vi.useFakeTimers();
  const cancel = vi.fn();
  const late = Object.assign(new Promise<never>(() => undefined), { cancel });
  const asked = expect(within(late)).rejects.toThrow(TeamDatabaseAway);
  await vi.advanceTimersByTimeAsync(20_000);
  await asked;
  expect(cancel).not.toHaveBeenCalled();
});
