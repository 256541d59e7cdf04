import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeFetch, type NodeFetch, type NodeFetchOptions } from './node-fetch.ts';
import { createServiceClient } from './service-client.ts';
import { clientOptions, customerBody, customerInput, keptLog } from './testing/fixtures.ts';
import { selfSigned } from './testing/self-signed.ts';
import { closedPort, httpServer, listen, start } from './testing/servers.ts';

const execFileAsync = promisify(execFile);
let node: NodeFetch | null = null;
afterEach(async () => {
  node?.dispose();
  node = null;
});

function nodeFetch(environment: NodeFetchOptions['environment']): typeof globalThis.fetch {
  node = createNodeFetch({ environment, log: keptLog().log });
  return node.fetch;
}

/** As patient as a busy machine needs: a name is looked up and a line is secured. */
const clientOf = (baseUrl: string, fetch: typeof globalThis.fetch) =>
  createServiceClient(
    clientOptions(baseUrl, fetch, { timeouts: { readMs: 30_000, writeMs: 30_000 } }),
  );

/** A proxy that tunnels everything to one port, or answers every CONNECT with a status. */
async function proxy(answer: number | { readonly to: number }) {
  const asked: string[] = [];
  const server = http.createServer((_request, response) => response.writeHead(418).end());
  server.on('connect', (request, client) => {
    asked.push(request.url ?? '');
    if (typeof answer === 'number') {
      client.end(`HTTP/1.1 ${answer} No\r\n\r\n`);
      return;
    }
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    const onward = net.connect(answer.to, '127.0.0.1');
    onward.on('error', () => client.destroy());
    client.on('error', () => onward.destroy());
    client.pipe(onward).pipe(client);
  });
  const { port } = await start(listen(server));
  return { url: `http://127.0.0.1:${port}`, asked };
}

describe('the proxy of the environment', () => {
  it('carries what goes out, name and all', async () => {
    const pair = selfSigned({ names: ['service.test'], notAfter: new Date('2126-01-01') });
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, pair.cert]);
    try {
      const service = await start(
        listen(
          https.createServer(pair, (_request, response) =>
            response.writeHead(201).end(JSON.stringify(customerBody)),
          ),
        ),
      );
      const { url, asked } = await proxy({ to: service.port });
      const fetch = nodeFetch({ https_proxy: url });
      const client = clientOf('https://service.test', fetch);
      expect(await client.createCustomer(customerInput)).toMatchObject({ kind: 'answered' });
      expect(asked).toEqual(['service.test:443']);
    } finally {
      node?.dispose();
      tls.setDefaultCACertificates(before);
    }
  });

  it.each([403, 407, 502])('that answers %i lets nothing through', async (status) => {
    const { url } = await proxy(status);
    const fetch = nodeFetch({ HTTPS_PROXY: url });
    const client = clientOf('https://service.test', fetch);
    const outcome = await client.createCustomer(customerInput);
    expect(outcome).toMatchObject({ kind: 'not-sent', cause: 'proxy' });
  });

  it('that is away lets nothing through either', async () => {
    const fetch = nodeFetch({ HTTPS_PROXY: `http://127.0.0.1:${await closedPort()}` });
    const client = clientOf('https://service.test', fetch);
    expect(await client.createCustomer(customerInput)).toMatchObject({ kind: 'not-sent' });
  });

  it.each(['127.0.0.1', 'localhost'])(
    'is never between this machine and itself (%s)',
    async (host) => {
      const { url, asked } = await proxy(502);
      const server = await start(httpServer((response) => response.end('{}')));
      const fetch = nodeFetch({ HTTP_PROXY: url, HTTPS_PROXY: url });
      expect((await fetch(`http://${host}:${server.port}/`)).status).toBe(200);
      expect(asked).toEqual([]);
    },
  );

  it('respects the exceptions of the environment', async () => {
    const { url, asked } = await proxy(502);
    const fetch = nodeFetch({ HTTPS_PROXY: url, NO_PROXY: 'service.invalid' });
    const client = clientOf('https://service.invalid', fetch);
    const outcome = await client.createCustomer(customerInput);
    expect(outcome).toMatchObject({ kind: 'not-sent', cause: 'name' });
    expect(asked).toEqual([]);
  });

  it('that is no address is left out, and the program goes on', async () => {
    const { log, lines } = keptLog();
    node = createNodeFetch({ environment: { HTTPS_PROXY: 'no address' }, log });
    const server = await start(httpServer((response) => response.end('{}')));
    expect((await node.fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(200);
    expect(lines.join('')).not.toContain('no address');
  });
});

it('a write is sent once, also where the answer asks for another connection (421)', async () => {
  const pair = selfSigned({ names: ['localhost'], notAfter: new Date('2126-01-01') });
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, pair.cert]);
  try {
    const seen: (readonly unknown[])[] = [];
    const answering = https.createServer(pair, async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
      seen.push([request.method, body, Number(length), coding]);
      response.writeHead(421).end('{}');
    });
    const { port } = await start(listen(answering));
    const input = { ...customerInput, address: { city: 'Köln' } };
    const outcome = await clientOf(`https://localhost:${port}`, nodeFetch({})).createCustomer(
      input,
    );
    expect(outcome).toMatchObject({ kind: 'refused', status: 421 });
    const body = JSON.stringify(input);
    expect(seen).toEqual([['POST', body, Buffer.byteLength(body), undefined]]);
  } finally {
    node?.dispose();
    node = null;
    tls.setDefaultCACertificates(before);
  }
});

describe('the certificates of the system', () => {
  it('are trusted beside those of Node once https is spoken, and put back at the end', async () => {
    const before = tls.getCACertificates('default');
    const fetch = nodeFetch({});
    const http = await start(httpServer((response) => response.end('{}')));
    await fetch(`http://127.0.0.1:${http.port}/`);
    expect(tls.getCACertificates('default')).toHaveLength(before.length);
    await expect(fetch(`https://127.0.0.1:${await closedPort()}`)).rejects.toThrow();
    const during = new Set(tls.getCACertificates('default'));
    for (const one of [...before, ...tls.getCACertificates('system')]) {
      expect(during.has(one)).toBe(true);
    }
    node?.dispose();
    expect(tls.getCACertificates('default').toSorted()).toEqual(before.toSorted());
  });

  // Only on Linux can a test say what the system trusts.
  it.runIf(process.platform === 'linux')(
    'make a service of the house reachable (on Linux)',
    async () => {
      const pair = selfSigned({ names: ['localhost'], notAfter: new Date('2126-01-01') });
      const service = await start(
        listen(
          https.createServer(pair, (_request, response) =>
            response.writeHead(201).end(JSON.stringify(customerBody)),
          ),
        ),
      );
      const folder = mkdtempSync(join(tmpdir(), 'causeway-ca-'));
      try {
        // OpenSSL's own way to say where the system's certificates are; read once a process.
        const bundle = join(folder, 'bundle.pem');
        writeFileSync(bundle, pair.cert);
        const file = (name: string) => JSON.stringify(join(import.meta.dirname, name));
        const script = `
        import { createNodeFetch } from ${file('node-fetch.ts')};
        import { createServiceClient } from ${file('service-client.ts')};
        import { clientOptions, customerInput, keptLog } from ${file('testing/fixtures.ts')};
        const node = createNodeFetch({ environment: {}, log: keptLog().log });
        const options = clientOptions('https://localhost:${service.port}', node.fetch, {
          timeouts: { writeMs: 20_000 },
        });
        const outcome = await createServiceClient(options).createCustomer(customerInput);
        process.stdout.write(outcome.kind + ' ' + (outcome.cause ?? ''));
      `;
        const run = (certificates: string) =>
          execFileAsync(process.execPath, ['--input-type=module-typescript', '-e', script], {
            env: { SSL_CERT_FILE: certificates, SSL_CERT_DIR: join(folder, 'none') },
          });
        expect((await run(bundle)).stdout).toBe('answered ');
        expect((await run(join(folder, 'none.pem'))).stdout).toBe('not-sent certificate');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
