import { onTestFinished } from 'vitest';
import { type Receiver, startReceiver } from './receiver.ts';

/** For unit tests: a receiver that is gone with the test that began it. */
export async function receiving(...options: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...options);
  onTestFinished(() => receiver.close());
  return receiver;
}
