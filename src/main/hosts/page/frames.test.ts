import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readFrame } from './frames.ts';

describe('frames', () => {
  it('of a call give its token', () => {
    const text = JSON.stringify({ i: '1', p: { u: '/a/b', h: { 'x-causeway-token': 'T' } } });
    expect(readFrame(text)).toEqual({ kind: 'call', token: 'T' });
  });

  it.each<[string, unknown]>([
    ['no headers', { i: '1', p: { u: '/a' } }],
    ['other headers', { i: '1', p: { u: '/a', h: { a: 'b' } } }],
    ['a list for a token', { i: '1', p: { u: '/a', h: { 'x-causeway-token': ['T'] } } }],
  ])('of a call with %s carry no token', (_what, message) => {
    expect(readFrame(JSON.stringify(message))).toEqual({ kind: 'call', token: null });
  });

  it.each([3, 4])('of type %i belong to a call that was let in before', (t) => {
    expect(readFrame(JSON.stringify({ i: '1', t, p: {} }))).toEqual({ kind: 'sequel' });
  });

  it.each([
    '',
    'hello',
    '[]',
    'null',
    '{}',
    '{"i":1,"p":{"u":"/a"}}',
    '{"i":"1","p":{"u":"http://elsewhere/"}}',
    '{"i":"1","p":{}}',
    '{"i":"1"}',
    '{"i":"1","t":2,"p":{"u":"/a"}}',
    '{"i":"1","p":{"u":"/a","h":7}}',
    '{"i":"1","p":{"u":"/a","h":{"a":7}}}',
    '{"i":"1","p":{"u":"/a","m":"GET"}}',
    '{"i":"1","p":{"u":"/a","h":{"content-type":"multipart/form-data"}}}',
    '{"i":"1","p":{"u":"/a","h":{"content-disposition":"filename*=utf-8%"}}}',
    '{"i":"1","t":3}',
    '{"i":"1","t":3,"p":null}',
    '{"i":"1","t":3,"p":7}',
  ])('that are none: %s', (text) => {
    expect(readFrame(text)).toEqual({ kind: 'malformed' });
  });

  it('that are taken never make oRPC throw where nobody catches it', async () => {
    const thrown: unknown[] = [];
    const watch = (error: unknown) => thrown.push(error);
    process.on('unhandledRejection', watch);
    onTestFinished(() => void process.off('unhandledRejection', watch));
    let say: ((event: { data: unknown }) => void) | undefined;
    new RPCHandler({ hello: os.handler(() => 'hello') }).upgrade({
      postMessage: () => {},
      on(event: string, listener: typeof say) {
        if (event === 'message') say = listener;
      },
    } as never);
    const nearly = <T>(like: fc.Arbitrary<T>) => fc.oneof(like, fc.jsonValue());
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('multipart/form-data', 'application/json', 'filename*=utf-8%', 'GET'),
    );
    const name = fc.constantFrom(
      'content-type',
      'content-disposition',
      'last-event-id',
      '__proto__',
    );
    const payload = fc.record(
      {
        u: nearly(fc.oneof(fc.constantFrom('/hello', '//[', '/\\', '/%'), fc.webPath())),
        h: nearly(fc.dictionary(name, nearly(text))),
        m: text,
        b: fc.jsonValue(),
        e: fc.jsonValue(),
        d: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const frame = fc.record(
      {
        i: nearly(fc.constantFrom('1', '2')),
        t: fc.integer({ min: 0, max: 6 }),
        p: nearly(payload),
      },
      { requiredKeys: [] },
    );
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(frame, async (one) => {
        const data = JSON.stringify(one);
        if (readFrame(data).kind === 'malformed') return;
        taken += 1;
        say?.({ data });
        await new Promise((done) => setImmediate(done));
      }),
      { numRuns: 1_500 },
    );
    expect(taken).toBeGreaterThan(50);
    expect(thrown).toEqual([]);
  });
});
