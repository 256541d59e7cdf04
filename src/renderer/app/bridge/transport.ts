/** A way to main: opens one connection at a time. What it travels over is its own affair. */
import type { ClientContext, ClientLink } from '@orpc/client';
import { profileHeader } from '../../../bridge/transport.ts';

/** What goes beside a call. */
export interface LineContext extends ClientContext {
  /** Profile that the page showed. */
  profileId?: string;
}

/** Headers of a call that tell main which profile it is for. */
export const namingHeaders = ({ context }: { context: LineContext }): Record<string, string> =>
  context.profileId === undefined ? {} : { [profileHeader]: context.profileId };

export interface Connection {
  link: ClientLink<ClientContext>;
  /** Resolves when the connection is gone. Calls made after that never answer. */
  closed: Promise<void>;
  close(): void;
}

/** The host does not know this page any more; no further try can help before it is renewed. */
export class SessionRefusedError extends Error {
  constructor() {
    super('The host does not know this page.');
    this.name = 'SessionRefusedError';
  }
}

export interface Transport {
  /** Rejects when no connection can be had now; with SessionRefusedError when trying can't help. */
  open(): Promise<Connection>;
  /** Resolves once the host knows this page again. Absent where it never will. */
  renewed?: () => Promise<void>;
}
