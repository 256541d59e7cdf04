import { RPCHandler } from '@orpc/server/message-port';
import { expect, it, onTestFinished } from 'vitest';
import { systemRandom } from '../../../../platform/random.ts';
import { namedByCall, readsNames } from '../../../bridge/named-profile.ts';
import { addTarget, createTestDirectory } from '../../../console/testing/console.ts';
import { until } from '../../../console/testing/webhooks.ts';
import { attachToBridge } from '../../browser/attach.ts';
import { startControl } from '../../browser/control.ts';

it('an address that was borrowed over an attachment goes when its connection is cut', async () => {
  const directory = createTestDirectory();
  onTestFinished(() => directory.remove());
  const running = await directory.start();
  const { bridge, console: opened } = running;
  const handler = new RPCHandler(opened.attachedRouter, readsNames);
  const control = await startControl({
    dataDir: directory.path,
    platform: process.platform,
    random: systemRandom,
    freshLink: null,
    serve: (port) => handler.upgrade(port, { context: namedByCall }),
  });
  onTestFinished(() => control?.close());
  const attached = await attachToBridge(directory.path);
  if (attached === null) throw new Error('Nobody answered.');

  const wanted = { name: 'npm run listen', url: 'http://localhost:3000/hooks' };
  const loan = await attached.bridge.forwarding.lendTarget(wanted);
  expect(await loan.next()).toMatchObject({ done: false, value: { isLent: true } });
  const own = await addTarget(running, { ...wanted, name: 'Ledger' });
  expect(await bridge.forwarding.targets()).toHaveLength(2);

  // As when the process that listens is killed: no word, the socket is gone.
  const pending = loan.next();
  pending.catch(() => undefined);
  attached.close();
  const left = await until(bridge, async () => {
    const targets = await bridge.forwarding.targets();
    return targets.length === 1 ? targets : null;
  });
  expect(left).toMatchObject([{ id: own.id, isLent: false }]);
});
