/** Deliveries as they cross from one thread to another: one text, without the names of the fields. */
import type { ReadDelivery } from '../write/inbox-source.ts';

type PackedDelivery = readonly [
  arrival: number,
  sequence: number,
  slot: number,
  receivedAt: number,
  proof: ReadDelivery['proof'],
  facts: PackedFacts | null,
  left: string | null,
];
type PackedFacts = readonly [
  event: string,
  name: string,
  isMock: boolean,
  happenedAt: number | null,
  isEpoch: boolean,
  resourceKind: string | null,
  resourceId: string | null,
  customerId: string | null,
  sameness: number,
  text: string,
  fresh: readonly string[],
];

export const packDeliveries = (deliveries: readonly ReadDelivery[]): string =>
  JSON.stringify(deliveries.map(packed));

/** Both ends are ours and of one build. */
export function* unpackDeliveries(text: string): Generator<ReadDelivery> {
  for (const one of JSON.parse(text) as readonly PackedDelivery[]) yield unpacked(one);
}

function packed({ facts, ...delivery }: ReadDelivery): PackedDelivery {
  const { arrival, sequence, slot, receivedAt, proof, left } = delivery;
  const packedOnes = facts === null ? null : packedFacts(facts);
  return [arrival, sequence, slot, receivedAt, proof, packedOnes, left];
}

const packedFacts = (facts: NonNullable<ReadDelivery['facts']>): PackedFacts => [
  ...([facts.event, facts.name, facts.isMock, facts.happenedAt, facts.isEpoch] as const),
  facts.resourceKind,
  ...([facts.resourceId, facts.customerId, facts.sameness, facts.text, facts.fresh] as const),
];

function unpacked(delivery: PackedDelivery): ReadDelivery {
  const [arrival, sequence, slot, receivedAt, proof, facts, left] = delivery;
  return {
    ...{ arrival, sequence, slot, receivedAt, proof, left },
    facts: facts === null ? null : unpackedFacts(facts),
  };
}

function unpackedFacts(facts: PackedFacts): NonNullable<ReadDelivery['facts']> {
  const [event, name, isMock, happenedAt, isEpoch, resourceKind, ...rest] = facts;
  const [resourceId, customerId, sameness, text, fresh] = rest;
  return {
    ...{ event, name, isMock, happenedAt, isEpoch, resourceKind },
    ...{ resourceId, customerId, sameness, text, fresh },
  };
}
