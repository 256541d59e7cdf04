/** The control address of this host: what runs beside it, like `npm run listen`, attaches to the bridge here. */
import { RPCHandler } from '@orpc/server/message-port';
import type { Random } from '../../../platform/random.ts';
import { namedByCall, readsNames } from '../../bridge/named-profile.ts';
import type { BridgeRouter } from '../../bridge/router.ts';
import type { Log } from '../../core/foundation/log.ts';
import { type Control, startControl } from '../browser/control.ts';

export interface ControlAddressOptions {
  /** Absolute; held by this process. */
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
  readonly random: Random;
  readonly router: BridgeRouter;
  readonly log: Log;
}

/** null where there can be none: the window works all the same. Never rejects. */
export async function openControlAddress(options: ControlAddressOptions): Promise<Control | null> {
  const { dataDir, platform, random, router, log } = options;
  const handler = new RPCHandler(router, readsNames);
  try {
    return await startControl({
      dataDir,
      platform,
      random,
      // A window is no page that a link leads to.
      freshLink: null,
      serve: (port) => handler.upgrade(port, { context: namedByCall }),
    });
  } catch (error) {
    log.warn({ err: error }, 'no other process can attach to this console');
    return null;
  }
}
