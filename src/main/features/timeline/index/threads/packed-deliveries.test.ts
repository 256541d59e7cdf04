import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadDelivery } from '../write/inbox-source.ts';
import { packDeliveries, unpackDeliveries } from './reading-ahead.ts';

const text = fc.string({ unit: 'grapheme' });
const delivery: fc.Arbitrary<ReadDelivery> = fc.record({
  arrival: fc.nat(),
  sequence: fc.nat(),
  slot: fc.nat(),
  receivedAt: fc.nat(),
  left: fc.option(text),
  proof: fc.constantFrom('genuine', 'genuine-reserialised'),
  facts: fc.option(
    fc.record({
      event: text,
      name: text,
      isMock: fc.boolean(),
      happenedAt: fc.option(fc.nat()),
      isEpoch: fc.boolean(),
      resourceKind: fc.option(text),
      resourceId: fc.option(text),
      customerId: fc.option(text),
      sameness: fc.nat(),
      text,
      fresh: fc.array(text),
    }),
  ),
});

it('gives back every delivery as it was', () => {
  fc.assert(
    fc.property(fc.array(delivery), (deliveries) => {
      expect([...unpackDeliveries(packDeliveries(deliveries))]).toEqual(deliveries);
    }),
  );
});
