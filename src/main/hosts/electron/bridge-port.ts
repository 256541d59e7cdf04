/** Takes the page's MessagePort and serves the bridge on it. */
import { RPCHandler } from '@orpc/server/message-port';
import type { IpcMain, IpcMainEvent, MessagePortMain, WebContents } from 'electron';
import { connectChannel } from '../../../bridge/transport.ts';
import { namedByCall, readsNames } from '../../bridge/named-profile.ts';
import type { BridgeRouter } from '../../bridge/router.ts';
import type { Log } from '../../core/foundation/log.ts';
import { readFrame } from '../page/frames.ts';
import { isUnder, pageHost } from './origins.ts';

interface BridgeHandlerOptions {
  readonly router: BridgeRouter;
  readonly log: Log;
  /** After every call that was answered well, with its path. */
  readonly onAnswer?: (path: readonly string[]) => void;
}

/** Largest message from the page, in UTF-16 units. */
const longestMessage = 1024 * 1024;

/**
 * Serves the bridge on one port after another: a page that reloads brings a new one. Whoever calls what
 * it gives starts the port afterwards, so that no call is lost.
 */
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

export interface BridgePortOptions {
  /** The page's web contents, or null while there is no window. */
  page(): WebContents | null;
  /** Serves the bridge on the port; has to be called before the port starts. */
  serve(port: MessagePortMain): void;
  readonly log: Log;
}

/** Listens for ports and refuses any that does not come from the application's own top frame. */
export function enableBridgePorts(ipc: Pick<IpcMain, 'on'>, options: BridgePortOptions): void {
  ipc.on(connectChannel, (event) => {
    const [port, ...more] = event.ports;
    if (port === undefined || more.length > 0 || !isFromPage(event, options.page())) {
      for (const refused of event.ports) refused.close();
      options.log.warn('a port from elsewhere than the page was refused');
      return;
    }
    options.serve(port);
    port.start();
  });
}

/** Whether the message was sent by the page itself: its own contents, its top frame, its origin. */
function isFromPage(event: IpcMainEvent, page: WebContents | null): boolean {
  const frame = event.senderFrame;
  // The frame is null when it has navigated or gone since.
  if (frame === null || frame.parent !== null || page === null) return false;
  return event.sender === page && isUnder(pageHost, frame.url);
}
