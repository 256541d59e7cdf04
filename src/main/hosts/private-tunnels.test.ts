import { expect, it } from 'vitest';
import { allowsPrivateTunnels } from './private-tunnels.ts';

it('is off unless it is switched on by its very value', () => {
  const name = 'CAUSEWAY_ALLOW_PRIVATE_TUNNELS';
  expect(allowsPrivateTunnels({})).toBe(false);
  for (const value of ['', '0', 'false', 'true', ' 1']) {
    expect(allowsPrivateTunnels({ [name]: value })).toBe(false);
  }
  expect(allowsPrivateTunnels({ [name]: '1' })).toBe(true);
});
