/** The bridge of a running console, as its page calls it. */
import { once } from 'node:events';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import type { Bridge } from '../../../src/bridge/contract.ts';
import {
  browserHostPaths,
  callTokenHeader,
  profileHeader,
  socketProtocol,
} from '../../../src/bridge/transport.ts';
import { askOrigin, loopbackLookup } from '../../../src/main/hosts/browser/testing/ask-origin.ts';
import type { ConsoleProcess } from '../../support/console-process.ts';

/** Is admitted by a fresh link, for the profile that is open then. Calls reject once the console is gone. */
export async function openBridge(to: ConsoleProcess): Promise<Bridge> {
  const code = new URL(await to.freshLink()).hash.replace('#code=', '');
  const answer = await askOrigin(to.origin + browserHostPaths.exchange, {
    method: 'POST',
    headers: { origin: to.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { token } = JSON.parse(answer.body) as { token: string };
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const socket = new WebSocket(
    to.origin.replace('http', 'ws') + browserHostPaths.socket,
    [socketProtocol, `${socketProtocol}.${token}`],
    { headers: { cookie, origin: to.origin }, lookup: loopbackLookup },
  );
  await once(socket, 'open');
  // A console that is killed resets the line; the calls say so.
  socket.on('error', () => undefined);
  let profileId = '';
  const headers = () => ({ [callTokenHeader]: token, [profileHeader]: profileId });
  const bridge: Bridge = createORPCClient(new RPCLink({ websocket: socket as never, headers }));
  profileId = (await bridge.connection.get()).profileId;
  return bridge;
}
