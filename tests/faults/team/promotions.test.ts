import { expect, it } from 'vitest';
import { promotions } from './promotions.ts';

it('a standby that is promoted under load has all that was acknowledged, once', async () => {
  const { figures, breaches } = await promotions({ promotions: 1, seed: 20_261_126 });
  expect(breaches).toEqual([]);
  expect(figures).toMatchObject({ promotions: 1, 'in the work': 1, rewound: 1 });
  expect(figures['deliveries']).toBeGreaterThan(10);
  expect(figures['entries']).toBeGreaterThan(10);
}, 120_000);
