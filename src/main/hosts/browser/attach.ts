/**
 * The bridge of a console that runs already, through its control address, for the profile that is open
 * when it is attached: once another one is selected there, calls are refused.
 */
import { createConnection } from 'node:net';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { Bridge } from '../../../bridge/contract.ts';
import { profileHeader } from '../../../bridge/transport.ts';
import { bridgeAnswer, bridgeQuestion } from './control.ts';
import { linePort } from './control-port.ts';

export interface AttachedBridge {
  readonly bridge: Bridge;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
  close(): void;
}

/** null where nobody answers within `patience` milliseconds, or offers no bridge. */
export function attachToBridge(address: string, patience = 2_000): Promise<AttachedBridge | null> {
  return new Promise((done) => {
    const socket = createConnection(address);
    const { promise: closed, resolve: end } = Promise.withResolvers<void>();
    const giveUp = () => {
      socket.destroy();
      done(null);
    };
    socket.setTimeout(patience, giveUp);
    socket.on('error', giveUp);
    socket.once('close', () => {
      end();
      done(null);
    });
    socket.once('connect', () => socket.write(bridgeQuestion));
    let heard = '';
    const greet = (chunk: Buffer): void => {
      heard += chunk.toString('utf8');
      if (heard !== bridgeAnswer) return void (bridgeAnswer.startsWith(heard) || giveUp());
      socket.off('data', greet);
      socket.setTimeout(0);
      let open = '';
      const headers = () => ({ [profileHeader]: open });
      const link = new RPCLink({ port: linePort(socket), headers });
      const bridge: Bridge = createORPCClient(link);
      const name = ({ profileId }: { profileId: string }) => {
        open = profileId;
        done({ bridge, closed, close: () => socket.destroy() });
      };
      bridge.connection.get().then(name, giveUp);
    };
    socket.on('data', greet);
  });
}
