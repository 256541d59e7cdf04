/** Traits: one combination of all that events have few values of (schema/migrations.ts). */
import { z } from 'zod';
import type { EventFlag } from '../../../../bridge/event-flags.ts';
import type { EventSignature } from '../../../../bridge/timeline.ts';
import { jsonText } from '../../../../platform/json-column.ts';

/** Flags that are filtered by, and others. */
export interface Traits extends Readonly<Record<EventFlag, boolean>> {
  readonly name: string;
  readonly resourceKind: string | null;
  readonly proof: EventSignature;
  /** It happened later than we heard of it, by more than `lateAfterMs`. */
  readonly isAhead: boolean;
  /** Slots of the inbox that it was delivered to, ascending. */
  readonly slots: readonly number[];
}

/**
 * What few events are stands in the lowest bits of the number of their traits, so that an index can hold
 * those events alone (schema/migrations.ts).
 */
export const RARE_BITS = 2;
export const rareBits = ({ isMock, isLate }: Pick<Traits, 'isMock' | 'isLate'>): number =>
  Number(isMock) * 2 + Number(isLate);

/** Best first, as they are numbered in the tables. */
export const eventSignatures = ['genuine', 'genuine-reserialised', 'read'] as const;
export const signatureNumber = (proof: EventSignature): number => eventSignatures.indexOf(proof);
export const signatureOf = (number: number): EventSignature => eventSignatures[number] ?? 'read';

/** As deliveries are numbered in the tables. */
export const roles = ['first', 'repeat', 'differs', 'mock'] as const;
export const roleNumber = (role: (typeof roles)[number]): number => roles.indexOf(role);

const flag = z.int().transform((value) => value === 1);
const slotList = jsonText.pipe(z.array(z.int()));

export const traitsRow = z
  .object({
    traits: z.int(),
    name: z.string(),
    resource_kind: z.string().nullable(),
    proof: z.int(),
    is_mock: flag,
    is_late: flag,
    is_repeated: flag,
    is_differing: flag,
    is_ahead: flag,
    slots: slotList,
    events: z.int(),
  })
  .transform((row) => ({
    id: row.traits,
    events: row.events,
    traits: {
      name: row.name,
      resourceKind: row.resource_kind,
      proof: signatureOf(row.proof),
      isMock: row.is_mock,
      isLate: row.is_late,
      isRepeated: row.is_repeated,
      isDiffering: row.is_differing,
      isAhead: row.is_ahead,
      slots: row.slots,
    } satisfies Traits,
  }));
