/**
 * Runs a built preload in an isolated world of a page, as Electron does, and carries the ports that
 * it hands over between that world and this process.
 */
import { EventEmitter } from 'node:events';
import type { CDPSession } from '@playwright/test';
import { z } from 'zod';

const worldName = 'causeway-preload';
const binding = '__toMain';

/** What the world says: an IPC message with its ports, a message on a port, or the end of one. */
const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ipc'), channel: z.string(), ids: z.array(z.int()) }),
  z.object({ kind: z.literal('message'), id: z.int(), data: z.unknown() }),
  z.object({ kind: z.literal('close'), id: z.int() }),
]);

/** All that a sandboxed preload can require of Electron here is ipcRenderer. */
const worldSource = (preload: string): string => `(() => {
  const ports = new Map();
  const tell = (said) => ${binding}(JSON.stringify(said));
  globalThis.__port = (id, method, data) => ports.get(id)?.[method](data);
  const ipcRenderer = {
    postMessage(channel, _message, transfer) {
      const ids = transfer.map((port) => {
        const id = ports.size;
        ports.set(id, port);
        port.addEventListener('message', ({ data }) => tell({ kind: 'message', id, data }));
        port.addEventListener('close', () => tell({ kind: 'close', id }));
        return id;
      });
      tell({ kind: 'ipc', channel, ids });
    },
  };
  const require = (name) => {
    if (name !== 'electron') throw new Error('not in the sandbox: ' + name);
    return { ipcRenderer };
  };
  ${preload}
})();`;

type PortCall = (method: 'start' | 'postMessage' | 'close', data?: unknown) => void;

/** As Electron's MessagePortMain. */
class RelayedPort extends EventEmitter {
  readonly #call: PortCall;

  constructor(call: PortCall) {
    super();
    this.#call = call;
  }
  start() {
    this.#call('start');
  }
  postMessage(data: unknown) {
    this.#call('postMessage', data);
  }
  close() {
    this.#call('close');
    this.emit('close');
  }
}

/** Installs the preload for every document of the page. `hear` gets its IPC messages. */
export async function installPreload(
  cdp: CDPSession,
  preload: string,
  hear: (channel: string, ports: RelayedPort[]) => void,
): Promise<void> {
  const ports = new Map<string, RelayedPort>();
  const keyOf = (contextId: number, id: number) => `${contextId}/${id}`;
  const open = (contextId: number, id: number): RelayedPort => {
    const port = new RelayedPort((method, data) => {
      const expression = `__port(${id}, ${JSON.stringify(method)}, ${JSON.stringify(data)})`;
      // A document that is gone takes its world along.
      cdp.send('Runtime.evaluate', { contextId, expression }).catch(() => undefined);
    });
    ports.set(keyOf(contextId, id), port);
    return port;
  };
  cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId: context }) => {
    if (name !== binding) return;
    const message = said.parse(JSON.parse(payload));
    if (message.kind === 'ipc') {
      const { channel, ids } = message;
      return hear(
        channel,
        ids.map((id) => open(context, id)),
      );
    }
    const port = ports.get(keyOf(context, message.id));
    if (message.kind === 'message') port?.emit('message', { data: message.data });
    else port?.emit('close');
  });
  cdp.on('Runtime.executionContextDestroyed', ({ executionContextId: context }) => {
    for (const [key, port] of ports) if (key.startsWith(`${context}/`)) port.emit('close');
  });
  await cdp.send('Page.enable');
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: binding, executionContextName: worldName });
  const source = worldSource(preload);
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName });
}
