/** What the host is told of the open profile, from the console. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HostStatus } from '../features/host-status/feature.ts';
import { createTestDirectory, type TestDirectory } from './testing/console.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

it('is told the overview’s number and the tunnel, and when no profile is open', async () => {
  const shown: (HostStatus | null)[] = [];
  const { bridge } = await directory.start({
    passphrase: 'seven unrelated words',
    showStatus: (status) => shown.push(status),
  });
  const inTime = { timeout: 20_000 };
  const first = { count: 0, isAtLeast: false };
  await vi.waitFor(
    () => expect(shown.at(-1)).toMatchObject({ profileName: 'Built-in sandbox', needs: first }),
    inTime,
  );
  await bridge.sandboxControls.fill({ profileId: 'built-in' });
  await vi.waitFor(async () => {
    const { needs, pending } = await bridge.overview.needs({ knownAt: null });
    expect(pending).toEqual([]);
    expect(needs.length).toBeGreaterThan(0);
    expect(shown.at(-1)?.needs).toEqual({ count: needs.length, isAtLeast: false });
    // Somebody may be needed before the tunnel of the sample data is there.
    expect(shown.at(-1)?.tunnel).not.toBeNull();
  }, inTime);
  await bridge.vault.lock();
  await vi.waitFor(() => expect(shown.at(-1)).toBeNull(), inTime);
});
