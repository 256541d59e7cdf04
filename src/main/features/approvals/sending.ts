/** Sends what the team approved, by the same ways as a form: their checks and the gate are asked again. */
import { writeOf } from '../../core/feature/offered-write.ts';
import type { Book } from './book.ts';
import type { RequestedContent } from './contents.ts';
import { invalid, type SendingUses } from './proposing.ts';

export interface Sent {
  readonly resourceId: string | null;
  readonly runId: string | null;
}

export interface SendingParts extends SendingUses, Pick<Book, 'toldElsewhere'> {}

export const createSending = ({ writes, unresolved, bulk, toldElsewhere }: SendingParts) => {
  /** The whole team reads the key, so anybody of it can tell of a request under it, and of what it is to have created. */
  const requireNotTold = (key: string): void => {
    const sentence = toldElsewhere(key);
    if (sentence !== null) throw invalid(sentence);
  };
  /**
   * Rejects with Failed as a form would be told.
   * @param key of the try
   * @param more what its maker was asked since it was proposed, and goes on in spite of
   */
  return async (
    { request, intentKey }: RequestedContent,
    key: string,
    more: string[],
  ): Promise<Sent> => {
    if (request.what === 'bulk') {
      if (!bulk.runs.has(intentKey)) await bulk.startApproved(intentKey, request);
      return { resourceId: null, runId: intentKey };
    }
    requireNotTold(key);
    const { operation, input, repeats, ownName, reviewedAddress, confirmations } = request;
    const confirmed = [...new Set([...request.confirmed, ...more])];
    const form = { intentKey: key, confirmed, review: { reviewedAddress, confirmations } };
    try {
      const resourceId =
        repeats === null
          ? (await writeOf(writes, operation).create({ ...form, input, ownName })).id
          : await unresolved.sendAgain({ ...form, repeats, knownAt: null });
      return { resourceId, runId: null };
    } finally {
      // What is told while they are awaited is in the journal first, so it is what they give.
      requireNotTold(key);
    }
  };
};

/** Records and requests that were asked about, and what colleagues claimed, which the team's log names. */
export function partsOf(confirmed: readonly string[]): { confirmed?: string[]; claims?: string[] } {
  const { claims, confirmed: others } = Object.groupBy(confirmed, (one) =>
    /^[0-9a-f]{64}$/.test(one) ? 'claims' : 'confirmed',
  );
  return { ...(others && { confirmed: others }), ...(claims && { claims }) };
}
