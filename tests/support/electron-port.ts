import { EventEmitter } from 'node:events';

/** A port as Electron hands it to main, and the page's end of it. */
export function channel() {
  const { port1, port2 } = new MessageChannel();
  const main = Object.assign(new EventEmitter(), {
    start: () => {
      port2.addEventListener('message', ({ data }) => main.emit('message', { data }));
      port2.addEventListener('close', () => main.emit('close'));
      port2.start();
    },
    postMessage: (data: unknown) => port2.postMessage(data),
    close: () => port2.close(),
  });
  return { main, page: port1 };
}
