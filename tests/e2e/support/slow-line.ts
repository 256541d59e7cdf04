/** A line to main whose answers can be held back. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { test, type WebSocketRoute } from '@playwright/test';
import { z } from 'zod';
import { areasOfInstallation } from '../../../src/bridge/transport.ts';

/** Type of a frame by which a call is taken back (oRPC). */
const ABORT = 4;

const frame = z.looseObject({
  i: z.string(),
  t: z.number().optional(),
  p: z.looseObject({ u: z.string().optional() }).optional(),
});
const ofInstallation = new RegExp(`^/(${areasOfInstallation.join('|')})/`);

/** The line to main, which holds back the answers of what is asked of a profile while it is told to. */
export async function slowLine() {
  // Each frame that is passed on is filed under this step, and is looked for nowhere else.
  const within = await test.step('the line to main', async () => AsyncLocalStorage.snapshot());
  const asked = new Set<string>();
  const waiting = new Set<string>();
  const held: (() => void)[] = [];
  let holds = false;
  const through = (socket: WebSocketRoute): void => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { i, t, p } = frame.parse(JSON.parse(message.toString()));
      // What the page takes back is not answered.
      if (t === ABORT) asked.delete(i);
      if (t === undefined && p?.u !== undefined && !ofInstallation.test(p.u)) {
        asked.add(i);
        if (holds) waiting.add(i);
      }
      within(() => server.send(message));
    });
    server.onMessage((message) => {
      const { i } = frame.parse(JSON.parse(message.toString()));
      const send = () => {
        asked.delete(i);
        within(() => socket.send(message));
      };
      if (waiting.has(i)) held.push(send);
      else send();
    });
  };
  return {
    through,
    unanswered: () => asked.size,
    hold() {
      holds = true;
    },
    letGo() {
      holds = false;
      waiting.clear();
      for (const send of held.splice(0)) send();
    },
  };
}
