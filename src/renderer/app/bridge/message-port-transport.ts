/** The bridge over a MessagePort, in the Electron host. The page starts it, so a reload works too. */
import { RPCLink } from '@orpc/client/message-port';
import { connectMessage } from '../../../bridge/transport.ts';
import { namingHeaders, type Transport } from './transport.ts';

/** The preload listens on the page's own window for the port (electron host). */
export function createMessagePortTransport(page: Pick<Window, 'postMessage'>): Transport {
  return {
    open: async () => {
      const { port1, port2 } = new MessageChannel();
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      port1.addEventListener('close', () => resolve());
      const link = new RPCLink({ port: port1, headers: namingHeaders });
      port1.start();
      page.postMessage(connectMessage, '*', [port2]);
      return {
        link,
        closed,
        close: () => {
          port1.close();
          // The closing side hears no `close` event itself.
          resolve();
        },
      };
    },
  };
}
