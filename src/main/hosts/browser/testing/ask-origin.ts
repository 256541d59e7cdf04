/** What Node asks of an origin under `.localhost`, as a browser does: it does not resolve such names itself. */
import { type IncomingHttpHeaders, request } from 'node:http';
import type { LookupFunction } from 'node:net';

export interface OriginAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface OriginRequest {
  readonly method?: string;
  /** Sent as it stands, in the place of the path of the URL. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Every name is the IPv4 loopback. */
export const loopbackLookup: LookupFunction = (_name, options, done) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

export function askOrigin(
  url: string,
  { body, ...asking }: OriginRequest = {},
): Promise<OriginAnswer> {
  return new Promise((done, fail) => {
    const asked = request(url, { ...asking, agent: false, lookup: loopbackLookup });
    asked.on('error', fail);
    asked.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        done({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    asked.end(body);
  });
}
