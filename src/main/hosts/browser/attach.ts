/**
 * The bridge of a console that runs already, through its control address, for the profile that is open
 * when it is attached: once another one is selected there, calls are refused.
 */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { Bridge } from '../../../bridge/contract.ts';
import { profileHeader } from '../../../bridge/transport.ts';
import { bridgeAnswer } from './control.ts';
import { askHolder } from './control-client.ts';
import { linePort } from './control-port.ts';

export interface AttachedBridge {
  readonly bridge: Bridge;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
  close(): void;
}

/** null where nobody who holds the directory answers within `patience` milliseconds, or offers no bridge. */
export async function attachToBridge(
  dataDir: string,
  patience = 2_000,
): Promise<AttachedBridge | null> {
  const answered = await askHolder(dataDir, 'bridge', patience);
  if (answered === null) return null;
  const { socket, answer } = answered;
  if (answer !== bridgeAnswer) {
    socket.destroy();
    return null;
  }
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  let open = '';
  const headers = () => ({ [profileHeader]: open });
  const link = new RPCLink({ port: linePort(socket, isObject), headers });
  const bridge: Bridge = createORPCClient(link);
  const named = await Promise.race([
    bridge.connection.get().catch(() => null),
    closed.then(() => null),
  ]);
  if (named === null) {
    socket.destroy();
    return null;
  }
  open = named.profileId;
  return { bridge, closed, close: () => socket.destroy() };
}

/** Frames of a holder answer calls, so they have another form than calls. */
function isObject(line: string): boolean {
  try {
    const frame: unknown = JSON.parse(line);
    return typeof frame === 'object' && frame !== null;
  } catch {
    return false;
  }
}
