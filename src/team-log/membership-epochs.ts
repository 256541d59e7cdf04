/** Epochs of a team, as membership entries begin them and seal their keys. */
import type { MemberKeys, MembershipPayload } from './membership-payload.ts';
import type { EpochKey } from './sealing.ts';

export interface Epoch extends EpochKey {
  /** Sealed private halves by the member's Ed25519 key. */
  readonly keys: ReadonlyMap<string, string>;
}

type SealedEpoch = Extract<MembershipPayload, { what: 'founded' }>['epoch'];
type SealedKeys = Extract<MembershipPayload, { what: 'added' }>['keys'];

export const epochOf = ({ number, publicKey, keys }: SealedEpoch): Epoch => ({
  number,
  publicKey,
  keys: new Map(keys.map(({ to, sealed }) => [to, sealed])),
});

/** Whether it is the one that begins now, sealed to exactly these. */
export const isNextEpoch = (
  epochs: readonly Epoch[],
  epoch: SealedEpoch,
  to: readonly MemberKeys[],
): boolean =>
  epoch.number === epochs.length + 1 &&
  isSealedTo(
    epoch,
    to.map(({ signing }) => signing),
  );

/** Whether it is sealed to exactly these members. */
export const isSealedTo = ({ keys }: SealedEpoch, members: readonly string[]): boolean =>
  isSame(
    keys.map(({ to }) => to),
    members,
  );

/** With private halves sealed to this key; null unless they are of exactly these epochs. */
export function withKeys(
  epochs: readonly Epoch[],
  to: string,
  keys: SealedKeys,
  expected: readonly Epoch[],
): readonly Epoch[] | null {
  const given = keys.map(({ epoch }) => epoch);
  const numbers = expected.map(({ number }) => number);
  if (!isSame(given, numbers)) return null;
  const sealed = new Map(keys.map((key) => [key.epoch, key.sealed]));
  return epochs.map((epoch) => {
    const key = sealed.get(epoch.number);
    return key === undefined ? epoch : { ...epoch, keys: new Map([...epoch.keys, [to, key]]) };
  });
}

/** The same values in any order, none twice. */
function isSame<Value>(some: readonly Value[], others: readonly Value[]): boolean {
  const set = new Set(some);
  return (
    set.size === some.length && set.size === others.length && others.every((one) => set.has(one))
  );
}
