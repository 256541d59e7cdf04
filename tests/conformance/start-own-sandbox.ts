/** Our own sandbox with a receiver that it may deliver to: what a full run needs. */
import { createSandbox } from '../../src/sandbox/index.ts';
import { createControl } from './control.ts';
import { startReceiver } from './receiver.ts';
import type { ConformanceOptions } from './run-conformance.ts';

export interface OwnSandbox {
  /** Everything allowed, nothing left out. */
  readonly options: ConformanceOptions;
  stop(): Promise<void>;
}

/** Starts both, in memory, on free ports. `settings` turns switches of docs/sandbox.md. */
export async function startOwnSandbox(
  settings: Readonly<Record<string, unknown>> = {},
): Promise<OwnSandbox> {
  const receiver = await startReceiver();
  const { origin, ca } = receiver;
  const sandbox = createSandbox({ allowedDeliveryOrigins: [{ origin, ca }] });
  await sandbox.listen();
  const { baseUrl, token, controlUrl, controlToken } = sandbox;
  await createControl(controlUrl, controlToken).changeSettings(settings);
  return {
    options: {
      baseUrl,
      token,
      allowWrites: true,
      destroySlots: true,
      control: { controlUrl, controlToken, receiver },
    },
    stop: async () => {
      await sandbox.close();
      await receiver.close();
    },
  };
}
