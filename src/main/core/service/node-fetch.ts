/**
 * fetch for the browser host: Node's own, with the certificates of the system and the proxy of the
 * environment, as a browser on the same machine would have them. Both are settings of the whole
 * process in Node, so a process makes one of these and disposes of it at its end.
 */
import diagnostics from 'node:diagnostics_channel';
import http from 'node:http';
import tls from 'node:tls';
import { z } from 'zod';
import type { Log } from '../foundation/log.ts';
import { createLoopbackFetch, isLoopbackCall } from './loopback-fetch.ts';
import { markWhileConnecting } from './network-failure.ts';

export interface NodeFetchOptions {
  /** The environment; HTTP_PROXY, HTTPS_PROXY and NO_PROXY are read, in either case. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

export interface NodeFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Puts the process's certificates and proxy back. */
  dispose(): void;
}

export function createNodeFetch(options: NodeFetchOptions): NodeFetch {
  const undo = [attempt(options.log, 'proxy', () => useProxy(options.environment))];
  undo.push(markConnectErrors());
  const loopback = createLoopbackFetch();
  undo.push(loopback.close);
  let isTrusting = false;
  /** Reading the system's store takes a tenth of a second, which the start can do without. */
  const trustSystem = () => {
    if (isTrusting) return;
    isTrusting = true;
    undo.push(attempt(options.log, 'system certificates', useSystemCertificates));
  };
  return {
    fetch: async (input, init) => {
      const url = URL.parse(input instanceof Request ? input.url : String(input));
      if (url?.protocol === 'https:') trustSystem();
      if (isLoopbackCall(url, input, init)) return await loopback.fetch(input, init);
      return await globalThis.fetch(input, sentOnce(init));
    },
    dispose: () => {
      for (const step of undo.splice(0).reverse()) step();
    },
  };
}

/**
 * With a text as a stream: a text fetch sends a second time by itself where the answer is a 421, which asks for another
 * connection. A stream it can't.
 */
function sentOnce(init: RequestInit | undefined): RequestInit | undefined {
  if (typeof init?.body !== 'string') return init;
  const body = new Blob([init.body]);
  const headers = new Headers(init.headers);
  headers.set('content-length', String(body.size));
  return { ...init, headers, body: body.stream(), duplex: 'half' };
}

type Undo = () => void;

/** A store that can't be read, or a proxy address that is none, must not stop the program. */
function attempt(log: Log, what: string, step: () => Undo): Undo {
  try {
    return step();
  } catch (error) {
    const code = z.looseObject({ code: z.string() }).safeParse(error).data?.code ?? null;
    log.warn({ what, code }, 'network setting left out');
    return () => undefined;
  }
}

/** Adds the system's authorities to Node's own and to NODE_EXTRA_CA_CERTS. */
function useSystemCertificates(): Undo {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...new Set([...before, ...tls.getCACertificates('system')])]);
  return () => tls.setDefaultCACertificates(before);
}

/** Never between this machine and itself: the built-in sandbox would be out of reach. */
const loopback = ['localhost', '127.0.0.1', '[::1]', '::1'];

function useProxy(environment: NodeFetchOptions['environment']): Undo {
  const either = (name: string) => environment[name.toLowerCase()] || environment[name];
  const httpProxy = either('HTTP_PROXY');
  const httpsProxy = either('HTTPS_PROXY');
  if (!httpProxy && !httpsProxy) return () => undefined;
  const exceptions = [either('NO_PROXY'), ...loopback].filter(Boolean).join(',');
  return http.setGlobalProxyFromEnv({
    ...(httpProxy ? { http_proxy: httpProxy } : {}),
    ...(httpsProxy ? { https_proxy: httpsProxy } : {}),
    // `*` alone means everything; next to others it would mean nothing.
    no_proxy: either('NO_PROXY') === '*' ? '*' : exceptions,
  });
}

const connectErrorAsRead = z.object({ error: z.instanceof(Error) });

/** fetch throws the very error that ended the connecting, as its cause. */
function markConnectErrors(): Undo {
  const listener = (message: unknown) => {
    const read = connectErrorAsRead.safeParse(message);
    if (read.success) markWhileConnecting(read.data.error);
  };
  diagnostics.subscribe('undici:client:connectError', listener);
  return () => diagnostics.unsubscribe('undici:client:connectError', listener);
}
