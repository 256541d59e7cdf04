/** The bridge over a WebSocket, in the browser host. */
import { RPCLink } from '@orpc/client/websocket';
import { callTokenHeader } from '../../../bridge/transport.ts';
import { connectSocket } from './admit.ts';
import {
  type Connection,
  namingHeaders,
  SessionRefusedError,
  type Transport,
} from './transport.ts';

export interface WebSocketTransportOptions {
  /** Address of the page; the socket is on the same origin. */
  pageUrl: string;
  /** The origin's own token, which the upgrade and every call carry (cookies cross ports). */
  token: () => string;
  /** A socket that is being opened already with the token of now; null: ask about the token first. */
  first: WebSocket | null;
  /** Asks the host whether it knows the token: a refused WebSocket tells a page nothing. */
  isTokenKnown: (token: string) => Promise<boolean>;
  /** Resolves when there is another token. */
  renewed: () => Promise<void>;
}

export function createWebSocketTransport(options: WebSocketTransportOptions): Transport {
  const firstToken = options.token();
  let { first } = options;
  return {
    open: async () => {
      const begun = first;
      first = null;
      if (begun !== null) return connectionOver(begun, firstToken);
      const asked = options.token();
      const isRefused = !(await options.isTokenKnown(asked));
      // Another one may have come meanwhile.
      if (isRefused && options.token() === asked) throw new SessionRefusedError();
      const token = options.token();
      return connectionOver(connectSocket(options.pageUrl, token), token);
    },
    renewed: options.renewed,
  };
}

/** Rejects when the socket does not open, or is gone already. */
function connectionOver(socket: WebSocket, token: string): Promise<Connection> {
  const opened = Promise.withResolvers<Connection>();
  const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<void>();
  const onOpen = (): void =>
    opened.resolve({
      link: new RPCLink({
        websocket: socket,
        headers: (call) => ({ ...namingHeaders(call), [callTokenHeader]: token }),
      }),
      closed,
      close: () => socket.close(),
    });
  const onClosed = (): void => {
    resolveClosed();
    opened.reject(new Error('The bridge did not open.'));
  };
  socket.addEventListener('open', onOpen);
  socket.addEventListener('close', onClosed);
  if (socket.readyState === WebSocket.OPEN) onOpen();
  if (socket.readyState > WebSocket.OPEN) onClosed();
  return opened.promise;
}
