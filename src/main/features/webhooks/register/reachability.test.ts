import { describe, expect, it } from 'vitest';
import { reachabilityOf } from './reachability.ts';
import type { TunnelRoute } from './types.ts';
import { readWebhookUrl, webhookUrl } from './webhook-url.ts';

const path = '0123456789abcdef0123456789abcdef';
const way = (more: Partial<TunnelRoute> = {}): TunnelRoute => ({
  tunnelId: 't1',
  kind: 'ssh',
  publicOrigin: 'https://hooks.example.com',
  state: 'proven',
  lastProvenAt: '2026-11-20T12:00:00.000Z',
  lasts: true,
  sentence: 'Last proven 2 s ago.',
  formerOrigins: [],
  paths: new Map([[path, { state: 'proven', lastProvenAt: '2026-11-20T11:59:00.000Z' }]]),
  ...more,
});
const url = webhookUrl('https://hooks.example.com', path);

describe('the way in of a webhook', () => {
  it('is that of the tunnel under its address', () => {
    expect(reachabilityOf(url, path, [way()])).toMatchObject({ state: 'proven', tunnelId: 't1' });
    expect(reachabilityOf(url, path, [way({ state: 'failed' })]).state).toBe('failed');
  });

  it('is proven by its own path alone, with the age of that proof', () => {
    expect(reachabilityOf(url, path, [way()]).lastProvenAt).toBe('2026-11-20T11:59:00.000Z');
    const none = reachabilityOf(url, path, [way({ paths: new Map() })]);
    expect(none).toMatchObject({ state: 'proving', lastProvenAt: null });
    expect(none.sentence).toContain('is not checked yet');
    const failing = way({
      paths: new Map([
        [path, { state: 'failed', lastProvenAt: null, sentence: 'It answers 404.' }],
        ['f'.repeat(32), { state: 'proven', lastProvenAt: '2026-11-20T12:00:00.000Z' }],
      ]),
    });
    const shown = reachabilityOf(url, path, [failing]);
    expect(shown).toMatchObject({ state: 'failed', tunnelId: 't1', lastProvenAt: null });
    expect(shown.sentence).toMatch(
      /^Checks of other paths through this tunnel pass.* It answers 404\.$/,
    );
  });

  it('is lost when the tunnel is open under another address, and says what that means', () => {
    const other = way({
      publicOrigin: 'https://other.example.com',
      formerOrigins: ['https://hooks.example.com'],
    });
    const { state, sentence, lastProvenAt } = reachabilityOf(url, path, [other]);
    expect(state).toBe('url-changed');
    expect(sentence).toContain('still sends to the old URL');
    expect(lastProvenAt).toBeNull();
  });

  it('is closed without a tunnel, and never proven by another’s closed one', () => {
    expect(reachabilityOf(url, path, []).state).toBe('closed');
    const closed = way({ publicOrigin: 'https://other.example.com', state: 'closed' });
    expect(reachabilityOf(url, path, [closed]).state).toBe('closed');
  });

  it('never names a tunnel that was not its own: it may serve another profile', () => {
    const foreign = way({ publicOrigin: 'https://other.example.com' });
    const shown = reachabilityOf(url, path, [foreign]);
    expect(shown).toMatchObject({ state: 'closed', tunnelId: null });
    expect(shown.sentence).not.toContain('other.example.com');
  });

  it('is elsewhere where the address is none of ours', () => {
    expect(reachabilityOf('https://example.com/x', null, [way()]).state).toBe('elsewhere');
    expect(reachabilityOf(null, path, [way()]).state).toBe('elsewhere');
  });
});

describe('the address of a webhook', () => {
  it('names its path', () => {
    expect(readWebhookUrl(url)).toEqual({
      origin: 'https://hooks.example.com',
      slotPath: path,
    });
  });

  it.each([
    'https://a.example/hooks/short',
    `https://a.example/hooks/${path}/more`,
    `https://a.example/hooks/${path.toUpperCase()}`,
    'https://a.example/',
  ])('is not of our form: %s', (text) => {
    expect(readWebhookUrl(text)?.slotPath).toBeNull();
  });

  it('is nothing where it is no web address', () => {
    expect(readWebhookUrl('hooks')).toBeNull();
  });
});
