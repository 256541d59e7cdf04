/** Serves the bridge on one port after another. A page that reloads brings a new one. */
import { RPCHandler } from '@orpc/server/message-port';
import type { MessagePortMain } from 'electron';
import { namedByCall, readsNames } from '../../bridge/named-profile.ts';
import type { BridgeRouter } from '../../bridge/router.ts';
import type { Log } from '../../core/foundation/log.ts';
import { readFrame } from '../page/frames.ts';

export interface BridgeHandlerOptions {
  readonly router: BridgeRouter;
  readonly log: Log;
  /** After every call that was answered well, with its path. */
  readonly onAnswer?: (path: readonly string[]) => void;
}

/** Largest message from the page, in UTF-16 units. */
const longestMessage = 1024 * 1024;

/** Upgrades a port; whoever calls it starts the port afterwards, so that no call is lost. */
export function createBridgeHandler(
  options: BridgeHandlerOptions,
): (port: MessagePortMain) => void {
  const { router, log, onAnswer } = options;
  const handler = new RPCHandler(router, {
    ...readsNames,
    clientInterceptors: [
      async ({ next, path }) => {
        const answer = await next();
        onAnswer?.(path);
        return answer;
      },
    ],
  });
  return (port) => handler.upgrade(guarded(port, log), { context: namedByCall });
}

/** The part of a port that oRPC uses, letting only well-formed frames in. */
function guarded(port: MessagePortMain, log: Log) {
  return {
    postMessage: (data: unknown) => port.postMessage(data),
    on(event: string, listener: (event?: { data: unknown }) => void) {
      if (event === 'close') port.on('close', () => listener());
      if (event !== 'message') return;
      port.on('message', ({ data }) => {
        if (isFrame(data)) return listener({ data });
        log.warn('the page sent something that is no call, so its port is closed');
        port.close();
      });
    },
  };
}

const isFrame = (data: unknown): boolean =>
  typeof data === 'string' && data.length <= longestMessage && readFrame(data).kind !== 'malformed';
