/** What the documents about an SSH server name. */
import { expect, it } from 'vitest';
import type { TunnelView } from '../../../../bridge/tunnels.ts';
import { serverFacts } from './host-key-documents.ts';
import { keyFileServer } from './key-file-document.ts';

it('the server is named by the host that is looked up, wherever it is asked about', () => {
  const settings = {
    kind: 'ssh',
    name: 'Gateway',
    user: 'desk',
    port: 22,
    host: 'g\u0430teway.example.com',
    auth: { method: 'key-file', path: null },
  };
  const tunnel = { name: 'Gateway', settings } as TunnelView;
  const server = 'desk@xn--gteway-3nf.example.com:22';
  expect(serverFacts(tunnel)).toEqual([
    ['Tunnel', 'Gateway'],
    ['SSH server', server],
  ]);
  expect(keyFileServer(tunnel)).toBe(server);
});
