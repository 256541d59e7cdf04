import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { maxResponseBytes } from '../../../contract/limits.ts';
import { parseBody, receiveBody } from './response-body.ts';
import { readRetryAfter } from './retry-after.ts';
import { clock } from './testing/fixtures.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the body of an answer', () => {
  it('is whole up to the limit and not a byte further', async () => {
    const whole = await receiveBody(new Response(new Uint8Array(maxResponseBytes)));
    expect(whole).toMatchObject({ end: 'whole' });
    expect(whole.bytes.byteLength).toBe(maxResponseBytes);
    const over = await receiveBody(new Response(new Uint8Array(maxResponseBytes + 1)));
    expect(over).toMatchObject({ end: 'too-large' });
    expect(over.bytes.byteLength).toBe(0);
  });

  it('counts what is decompressed, so that a small bomb does not pass', async () => {
    const zeros = new Blob([new Uint8Array(maxResponseBytes * 2)]).stream();
    const small = zeros.pipeThrough(new CompressionStream('gzip'));
    const bomb = new Response(small.pipeThrough(new DecompressionStream('gzip')));
    expect((await receiveBody(bomb)).end).toBe('too-large');
  });

  it('keeps what came before the line broke', async () => {
    let parts = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        parts += 1;
        if (parts === 1) controller.enqueue(bytes('{"id"'));
        else controller.error(new Error('cut'));
      },
    });
    const body = await receiveBody(new Response(broken));
    expect(body.end).toBe('broken');
    expect(Buffer.from(body.bytes).toString()).toBe('{"id"');
    expect(body.thrown).toBeInstanceOf(Error);
  });

  it('is empty where there is none', async () => {
    expect(await receiveBody(new Response(null))).toMatchObject({ end: 'whole' });
  });
});

describe('what a body is', () => {
  it('any JSON of a sane depth comes back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        const text = JSON.stringify(value);
        expect(parseBody(bytes(text))).toEqual({ kind: 'json', value: JSON.parse(text) });
      }),
    );
  });

  it('does not count brackets inside strings', () => {
    const value = { text: `${'['.repeat(500)}\\"${'{'.repeat(500)}` };
    expect(parseBody(bytes(JSON.stringify(value)))).toEqual({ kind: 'json', value });
  });

  it.each([
    ['nothing', ''],
    ['a word', 'ok'],
    ['half an object', '{"a":'],
    ['a string without end', `"${'a'.repeat(1000)}`],
    ['too deep', `${'['.repeat(101)}${']'.repeat(101)}`],
  ])('%s is no JSON', (_what, text) => {
    expect(parseBody(bytes(text))).toEqual({ kind: 'not-json' });
  });

  it('100 levels are still read', () => {
    expect(parseBody(bytes(`${'['.repeat(100)}${']'.repeat(100)}`)).kind).toBe('json');
  });

  it.each(['<!DOCTYPE html>', ' \r\n<html lang="en">', '<head>', '<!-- x --><html>'])(
    '%s is a web page',
    (text) => {
      expect(parseBody(bytes(text))).toEqual({ kind: 'html-page' });
    },
  );
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    [' 5 ', 5_000],
    ['Fri, 20 Nov 2026 12:00:10 GMT', 10_000],
    ['Friday, 20-Nov-26 12:00:10 GMT', 10_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['Fri, soon', null],
    ['2026-11-20T12:00:10Z', null],
    ['99999999999999', null],
    ['', null],
    [null, null],
  ])('%s', (value, expected) => {
    expect(readRetryAfter(value, clock)).toBe(expected);
  });

  it('is UTC where its form names no zone, wherever this computer is', () => {
    vi.stubEnv('TZ', 'America/New_York');
    try {
      expect(readRetryAfter('Fri Nov 20 12:00:10 2026', clock)).toBe(10_000);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
