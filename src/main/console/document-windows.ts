/** Opens documents: at a path that the page opens, or in windows of the host, of which a page can't pile up many. */
import { browserHostPaths } from '../../bridge/transport.ts';
import { invalid } from '../core/intents/failed.ts';
import type { SecretEntry } from './secret-entry.ts';

/** Resolves when the document of this ticket is in a window, and tells when that is shown and closed. */
export type OpenDocumentWindow = (
  ticket: string,
  onShown: () => void,
  onClosed: () => void,
) => Promise<void>;

export interface DocumentWindowsParts {
  /** null where the page opens the path itself. */
  readonly openWindow: OpenDocumentWindow | null;
  readonly secrets: () => Pick<SecretEntry, 'shown' | 'closed' | 'isDone' | 'isWaiting'>;
}

export interface DocumentWindows {
  /**
   * Issues the ticket and opens its document, as AskPerson resolves. Of a kind, one window at a time that asks: one
   * that says what came of it, or shows what is shown once, stays beside the next.
   */
  open(kind: string, issue: () => string): Promise<string>;
  /** Whether the document of this path, as `open` gave it, can still be answered. */
  isWaiting(path: string): boolean;
}

export function createDocumentWindows(parts: DocumentWindowsParts): DocumentWindows {
  const { openWindow, secrets } = parts;
  /** Tickets by kind. */
  const open = new Map<string, string>();
  /** Tickets by path, of windows of the host: the page learns none of them. */
  const tickets = new Map<string, string>();
  let windows = 0;

  async function openDocument(kind: string, issue: () => string): Promise<string> {
    if (openWindow === null) return `${browserHostPaths.secret}${issue()}`;
    const before = open.get(kind);
    if (before !== undefined && !secrets().isDone(before)) {
      const sentence = 'A window for this is open already. Close it, or finish there.';
      throw invalid(sentence, 'open-already', true);
    }
    const ticket = issue();
    windows += 1;
    const path = `window:${windows}`;
    const onClosed = () => {
      if (open.get(kind) === ticket) open.delete(kind);
      tickets.delete(path);
      secrets().closed(ticket);
    };
    open.set(kind, ticket);
    tickets.set(path, ticket);
    try {
      await openWindow(ticket, () => secrets().shown(ticket), onClosed);
    } catch (error) {
      onClosed();
      throw error;
    }
    return path;
  }

  return {
    open: openDocument,
    isWaiting(path) {
      const ticket =
        openWindow === null ? path.slice(browserHostPaths.secret.length) : tickets.get(path);
      return ticket !== undefined && secrets().isWaiting(ticket);
    },
  };
}
