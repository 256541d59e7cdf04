/**
 * handover.json: cards of other computers whose words a person compared here. This installation signs it, so
 * a card that somebody else put there is not known.
 */
import { basename, join } from 'node:path';
import { z } from 'zod';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Clock } from '../../../platform/clock.ts';
import { readIfPresent, removeDurably, writeDurably } from '../../../platform/durable-file.ts';
import { readJson } from '../../../platform/json-column.ts';
import { keepAside } from '../../../platform/keep-aside.ts';
import { isSignedBy } from '../../../platform/signature.ts';
import type { SigningKey } from '../../core/audit/signing.ts';
import type { Log } from '../../core/foundation/log.ts';
import { cardShape } from '../../features/handover/card.ts';
import type { FileProblems } from '../file-problems.ts';

const computer = z.strictObject({ card: cardShape, confirmedAt: z.iso.datetime() });
const shape = z.strictObject({
  version: z.literal(1),
  computers: z.array(computer),
  signature: z.string(),
});
export type KnownComputer = z.infer<typeof computer>;

const purpose = 'causeway known computers';

export interface KnownComputers {
  list(): readonly KnownComputer[];
  keep(computer: KnownComputer): void;
  forget(signing: string): void;
}

export interface KnownComputersParts {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly onProblem: FileProblems['note'];
}

const name = 'handover.json';

/** One that can't be read, or that another key signed, is kept aside and begun again: words are compared again. */
export function openKnownComputers(
  { dataDir, clock, log, onProblem }: KnownComputersParts,
  key: SigningKey,
): KnownComputers {
  const file = join(dataDir, name);
  let computers: readonly KnownComputer[] = [];
  const bytes = readIfPresent(file);
  try {
    if (bytes !== null) {
      const read = readJson(shape, bytes);
      const text = canonicalJson(read.computers);
      if (!isSignedBy(key.publicKey, purpose, text, read.signature))
        throw new Error('The file with the known computers is not signed by this installation.');
      computers = read.computers;
    }
  } catch (error) {
    log.warn({ err: error }, 'known computers could not be read');
    const keptAs = basename(keepAside(file, bytes ?? new Uint8Array(), clock));
    removeDurably(file);
    onProblem(
      name,
      `The file was changed or damaged, so Causeway asks you to compare the words of other computers again. It kept the file as ${keptAs}.`,
    );
  }
  const save = (next: readonly KnownComputer[]): void => {
    const signature = key.sign(purpose, canonicalJson(next));
    writeDurably(file, `${JSON.stringify({ version: 1, computers: next, signature })}\n`);
    computers = next;
  };
  const without = (signing: string) => computers.filter(({ card }) => card.signing !== signing);
  return {
    list: () => computers,
    keep: (known) => save([...without(known.card.signing), known]),
    forget: (signing) => save(without(signing)),
  };
}
