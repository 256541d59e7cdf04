/** For tests: observations in which ties and collisions are the rule. */
import fc from 'fast-check';
import { observationSources } from '../../../../bridge/source.ts';
import type { NewObservation } from '../types.ts';

// Few moments, ids and keys, so that ties and collisions are the rule and not the exception.
const moment = fc.constantFrom(
  '2026-11-20T12:00:00.000Z',
  '2026-11-20T12:00:00.001Z',
  '2026-11-20T13:00:00.000+01:00',
  '2026-11-20T11:59:59Z',
);
const anyTime = fc.oneof(moment, fc.constantFrom('yesterday', '2026-11-20T12:00:00.000', ''));
const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, 1, -0, 1e21, 'a', 'Ada', 'secret_ab', '', 'Å', '\ud800'),
  fc.jsonValue({ maxDepth: 2 }),
);
const key = fc.constantFrom('a', 'b', 'type', 'email', 'a/b', '~', '__proto__', 'secret', '');
const nested = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(leaf, { maxLength: 2 }), tie('object')),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
})).object;
const known = fc.record(
  {
    updated: anyTime,
    email: leaf,
    personalInformation: fc.oneof(
      leaf,
      fc.record({ firstName: leaf, lastName: leaf }, { requiredKeys: [] }),
    ),
    customerId: fc.constantFrom('customer_1', 'customer_2'),
    customer: fc.constantFrom('customer_1', 'customer_2'),
    status: fc.constantFrom('active', 'blocked', null),
    fees: fc.oneof(leaf, fc.record({ totalBpsRate: fc.constantFrom('9', '10', '65.50') })),
    verificationProfiles: fc.oneof(
      leaf,
      fc.array(
        fc.record(
          {
            name: fc.constantFrom('one', 'two'),
            status: fc.constantFrom('incomplete', 'approved'),
            criteria: fc.oneof(leaf, fc.record({ required: fc.array(fc.constantFrom('x', 'y')) })),
          },
          { requiredKeys: [] },
        ),
        { maxLength: 2 },
      ),
    ),
  },
  { requiredKeys: [] },
);
const body = fc.tuple(nested, known).map(([any, shaped]) => ({ ...any, ...shaped }));

/** What may be observed of a few resources, odd and sound. */
export const recordObservation: fc.Arbitrary<NewObservation> = fc
  .record({
    kind: fc.constantFrom('customer', 'virtualAccount', 'bankAccount', 'webhook'),
    number: fc.constantFrom(1, 2),
    body,
    source: fc.constantFrom(...observationSources),
    observedAt: moment,
    eventUpdated: fc.option(anyTime),
    eventCreated: fc.option(anyTime),
    eventId: fc.option(fc.constantFrom('event_1', 'event_2')),
    deviations: fc.constantFrom([], ['email: expected string']),
    raw: fc.option(fc.uint8Array({ maxLength: 4 })),
  })
  .map(({ number, ...rest }) => ({ ...rest, id: `${rest.kind}_${number}` }));

/** Observations, and the same ones in another order with some of them twice. */
export const observationsInAnyOrder = fc
  .array(recordObservation, { minLength: 1, maxLength: 8 })
  .chain((all) =>
    fc.record({
      all: fc.constant(all),
      other: fc
        .tuple(fc.shuffledSubarray(all), fc.shuffledSubarray(all, { minLength: all.length }))
        .chain(([again, whole]) => {
          const both = [...again, ...whole];
          return fc.shuffledSubarray(both, { minLength: both.length });
        }),
    }),
  );
