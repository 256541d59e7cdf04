/** A real nginx on loopback that ends TLS and passes on to the port that sshd binds for us. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SelfSigned, selfSigned } from '../../../src/main/core/service/testing/self-signed.ts';
import { freePort } from './free-port.ts';
import { startProgram } from './program.ts';

export interface TlsProxy {
  /** `https://localhost:<port>`. */
  readonly origin: string;
  readonly certificate: string;
  stop(): Promise<void>;
}

export interface TlsProxyOptions {
  /** An empty folder. */
  readonly directory: string;
  readonly upstreamPort: number;
  /** What stands in `location /`; passes on unless told. */
  readonly location?: string;
  /** Passes on this one alone, as a careful proxy may, and answers 404 to all else. */
  readonly onlyPath?: string;
  readonly certificate?: SelfSigned;
}

export async function startTlsProxy(options: TlsProxyOptions): Promise<TlsProxy> {
  const { directory, upstreamPort } = options;
  const port = await freePort();
  const tls = options.certificate ?? publicCertificate();
  mkdirSync(directory, { recursive: true });
  const at = (name: string) => join(directory, name);
  writeFileSync(at('key.pem'), tls.key, { mode: 0o600 });
  writeFileSync(at('cert.pem'), tls.cert);
  const guard =
    options.onlyPath === undefined ? '' : `if ($uri != ${options.onlyPath}) { return 404; } `;
  const passOn = `${guard}proxy_pass http://127.0.0.1:${upstreamPort}; proxy_http_version 1.1;`;
  writeFileSync(
    at('nginx.conf'),
    `daemon off;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     worker_processes 1;
     pid ${at('nginx.pid')};
     error_log stderr error;
     events { worker_connections 512; }
     http {
       access_log off;
       client_body_temp_path ${at('body')};
       proxy_temp_path ${at('proxy')};
       fastcgi_temp_path ${at('fastcgi')};
       uwsgi_temp_path ${at('uwsgi')};
       scgi_temp_path ${at('scgi')};
       server {
         listen 127.0.0.1:${port} ssl;
         server_name localhost;
         ssl_certificate ${at('cert.pem')};
         ssl_certificate_key ${at('key.pem')};
         location / { ${options.location ?? passOn} }
       }
     }`,
  );
  const program = await startProgram(
    '/usr/sbin/nginx',
    ['-p', directory, '-c', at('nginx.conf'), '-e', 'stderr'],
    port,
  );
  return { origin: `https://localhost:${port}`, certificate: tls.cert, stop: program.stop };
}

export const publicCertificate = (): SelfSigned =>
  selfSigned({ names: ['localhost'], notAfter: new Date('2035-01-01T00:00:00Z') });
