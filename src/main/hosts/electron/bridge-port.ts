/** Takes the page's MessagePort and serves the bridge on it. */
import type { IpcMain, IpcMainEvent, MessagePortMain, WebContents } from 'electron';
import { connectChannel } from '../../../bridge/transport.ts';
import type { Log } from '../../core/foundation/log.ts';
import { isUnder, pageHost } from './origins.ts';

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
