import { describe, expect, it } from 'vitest';
import type { WebhookPath } from '../inbox/types.ts';
import { pathsToCheck } from './watched-paths.ts';

const origin = 'https://hooks.example.com';
const slot = (path: string, webhookId: string | null): WebhookPath => ({
  path,
  profileId: 'profile-1',
  intentKey: null,
  webhookId,
  reservedAt: '2026-11-20T12:00:00.000Z',
});
const slots = [slot('aa', 'webhook_1'), slot('bb', 'webhook_2'), slot('cc', null)];
const webhook = (path: string, at = origin) => ({ path, origin: at, name: null });

describe('the paths that prove a tunnel', () => {
  it('are all those of the webhooks that are registered under its address', () => {
    const watched = [webhook('aa'), webhook('bb'), webhook('dd', 'https://other.example.com')];
    expect(pathsToCheck(watched, slots, origin)).toEqual(['aa', 'bb']);
  });

  it('are the next webhook’s own where none is registered there', () => {
    expect(pathsToCheck([], slots, origin)).toEqual(['cc']);
    expect(pathsToCheck([webhook('aa', 'https://other.example.com')], slots, origin)).toEqual([
      'cc',
    ]);
    expect(pathsToCheck([], slots.slice(0, 2), origin)).toEqual(['aa']);
  });

  it('are all that webhooks have while no profile is open', () => {
    expect(pathsToCheck(null, slots, origin)).toEqual(['aa', 'bb']);
    expect(pathsToCheck(null, slots.slice(2), origin)).toEqual(['cc']);
    expect(pathsToCheck(null, [], origin)).toEqual([]);
  });
});
