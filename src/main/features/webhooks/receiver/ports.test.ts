import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../../../platform/testing/test-folder.ts';
import { drawPorts, isBadPort, PortsDamaged, readPorts, writePorts } from './ports.ts';

let directory: string;
beforeEach(() => {
  directory = testFolder();
});

const refusesToCall = async (port: number): Promise<boolean> => {
  const url = `http://127.0.0.1:${port}/`;
  const failure: unknown = await fetch(url).catch((error: unknown) => error);
  return failure instanceof TypeError && String(failure.cause).includes('bad port');
};

describe('the ports of the receiver', () => {
  it('are never ones that fetch refuses to call, whatever is drawn', () => {
    for (let drawn = 0; drawn < 6_000; drawn += 1) {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(drawn);
      const { http, https } = drawPorts({ bytes: () => bytes });
      expect(isBadPort(http) || isBadPort(https)).toBe(false);
    }
  });

  it('in a file that names such a port are no good', () => {
    const file = join(directory, 'receiver.json');
    writePorts(file, { http: 20_000, https: 20_001 });
    expect(readPorts(file)).toEqual({ http: 20_000, https: 20_001 });
    writeFileSync(file, JSON.stringify({ version: 1, http: 6_000, https: 6_001 }));
    expect(() => readPorts(file)).toThrow(PortsDamaged);
  });
});

describe('ports that fetch refuses to call', () => {
  it('are the ones that this fetch refuses', async () => {
    const wrong: number[] = [];
    for (let port = 1; port <= 11_000; port += 1) {
      if (isBadPort(port) && !(await refusesToCall(port))) wrong.push(port);
    }
    for (const port of [2, 6_001, 10_081]) {
      if (isBadPort(port) || (await refusesToCall(port))) wrong.push(port);
    }
    expect(wrong).toEqual([]);
  });
});
