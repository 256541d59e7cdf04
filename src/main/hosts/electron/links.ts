/**
 * Links to records as the systems hand them over: macOS by `open-url`, which may come before anything is
 * open; Windows and Linux as an argument of the first start or of a second one.
 */
import type { App } from 'electron';
import { linkScheme } from '../../../bridge/record-link.ts';
import { linkAmong } from './arguments.ts';

export interface GivenLinks {
  /** From now on links go there, with the one that came before. */
  deliverTo(open: (link: string) => void): void;
}

/** Listens at once: macOS may give a link before the program is ready. */
export function receiveLinks(app: LinkEvents, args: readonly string[]): GivenLinks {
  let early = linkAmong(args);
  let deliver = (link: string): void => {
    early = link;
  };
  app.on('open-url', (event, link) => {
    event.preventDefault();
    deliver(link);
  });
  app.on('second-instance', (_event, argv) => {
    const link = linkAmong(argv);
    if (link !== null) deliver(link);
  });
  return {
    deliverTo(open) {
      deliver = open;
      if (early !== null) open(early);
      early = null;
    },
  };
}

/** What of the application it listens to. */
export interface LinkEvents {
  on(
    event: 'open-url',
    listener: (event: { preventDefault(): void }, link: string) => void,
  ): unknown;
  on(event: 'second-instance', listener: (event: unknown, argv: string[]) => void): unknown;
}

/** Links lead here. Only a package says so: what is not packaged may be gone tomorrow. */
export function claimLinks(app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'>): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
}
