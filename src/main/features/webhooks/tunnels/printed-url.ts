/**
 * The public address that a tunnel service prints into the session, as localhost.run, serveo.net
 * and pinggy.io do. What is found here is only offered: a proof shows whether it leads here.
 */
import { stripVTControlCharacters } from 'node:util';
import { cutSecrets } from '../../../core/foundation/secrets/cut-secrets.ts';
import { type OpenTunnel, type Tunnel, TunnelError, type TunnelFailure } from './tunnel.ts';

/** A line that is longer than this is no address, and is not looked at: taking out its colours could take seconds. */
const MAX_LINE = 1_024;

export interface PrintedOrigin {
  /** For example `https://abc.lhr.life`. */
  readonly origin: string;
  /** The line says that this is the tunnel; else it only stands there. */
  readonly isSaid: boolean;
}

/**
 * Finds the newest address that is said to be the tunnel in whole lines; else the first that stands there.
 *
 * @param serverHost the service's own name: links to its pages are no tunnels.
 */
export function findPrintedOrigin(lines: string, serverHost: string): PrintedOrigin | null {
  const found = lines
    .split(/[\r\n]+/)
    .filter(({ length }) => length <= MAX_LINE)
    .map(stripVTControlCharacters)
    .flatMap((line) => {
      const isSaid = saysTunnel.test(line);
      return originsIn(line, serverHost).map((origin) => ({ origin, isSaid }));
    });
  return found.findLast(({ isSaid }) => isSaid) ?? found[0] ?? null;
}

const saysTunnel = /forward|tunnel/i;
/** Pages of a service, as a rule. */
const pages = /^(?:www|docs|doc|help|admin|console|dashboard|account|accounts|login|status|blog)\./;

function originsIn(line: string, serverHost: string): string[] {
  return [...line.matchAll(/https:\/\/[^\s"'<>()[\]]+/gi)].flatMap(([address]) => {
    const url = URL.parse(address.replace(/[.,;:!]+$/, ''));
    if (url === null || url.pathname !== '/' || url.search !== '' || url.hash !== '') return [];
    if (url.hostname === serverHost.toLowerCase() || pages.test(url.hostname)) return [];
    return [url.origin];
  });
}

/**
 * Reads what a session prints, line by line, and says when the address became another one. Some
 * services print a line for every request, so nothing is read twice.
 */
export function createUrlReader(serverHost: string, onOrigin: (found: PrintedOrigin) => void) {
  let rest = '';
  let known: string | null = null;
  return (chunk: Uint8Array | string): void => {
    const text = rest + Buffer.from(chunk).toString('utf8');
    // What stands after the last end of line may be half an address.
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    rest = text.slice(end).slice(-MAX_LINE);
    const found = findPrintedOrigin(text.slice(0, end), serverHost);
    // Once one is known, an address that just stands in a line is of a request, or an advertisement.
    if (found === null || found.origin === known || (known !== null && !found.isSaid)) return;
    known = found.origin;
    onOrigin(found);
  };
}

/** @param known secrets that are cut by value (foundation/secrets/known-secrets.ts), as they are now */
export function withCleanWords(tunnel: Tunnel, known: () => readonly string[]): Tunnel {
  const clean = (text: string): string => cutSecrets(text, { known: known() });
  /** Names of hosts come in small letters, whatever was printed. */
  const isClean = (origin: string): boolean =>
    clean(origin) === origin && !known().some((one) => origin.includes(one.toLowerCase()));
  const ofFailure = ({ code, sentence, needsPerson }: TunnelFailure): TunnelFailure => ({
    code,
    needsPerson,
    sentence: clean(sentence),
  });
  const requireClean = async (opened: OpenTunnel): Promise<void> => {
    if (isClean(opened.publicOrigin)) return;
    await opened.close();
    const sentence =
      'The server gave a URL that contains one of your secrets. Causeway does not use the URL.';
    throw new TunnelError('provider', sentence, { needsPerson: true });
  };

  return {
    ...tunnel,
    async open(localPort, events, signal) {
      const moved = (origin: string): void => {
        if (isClean(origin)) events.moved(origin);
        else events.disturbed();
      };
      try {
        const opened = await tunnel.open(localPort, { ...events, moved }, signal);
        await requireClean(opened);
        return { ...opened, ended: opened.ended.then(ofFailure) };
      } catch (error) {
        if (!(error instanceof TunnelError)) throw error;
        throw new TunnelError(error.code, clean(error.sentence), {
          needsPerson: error.needsPerson,
          cause: error.cause,
        });
      }
    },
  };
}
