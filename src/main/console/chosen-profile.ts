/**
 * Which profile a person chose last, kept by the vault: profiles.json can be written by whoever gets at
 * the files, and who finds another profile open may take it for the one that was.
 */
import type { Vault } from '../core/vault/vault.ts';

export interface ChosenProfile {
  /** Before it is opened. The first that is ever opened counts as chosen. Throws as the vault does. */
  look(id: string): Promise<void>;
  /** A person chooses it. Before profiles.json says so, so that no crash in between looks like a change. */
  choose(id: string): Promise<void>;
  /** What was looked at last is not what a person chose. */
  isOther(): boolean;
}

const NAME = 'chosen-profile';

export function createChosenProfile(vault: Pick<Vault, 'named' | 'status'>): ChosenProfile {
  let chosenHere: string | null = null;
  let isOther = false;
  return {
    async look(id) {
      const kept = await vault.named.get(NAME);
      isOther = kept !== null && id !== chosenHere && !kept.split('\n').includes(id);
      if (!isOther && kept !== id) await vault.named.set(NAME, id);
    },
    async choose(id) {
      chosenHere = id;
      if (vault.status().state !== 'unlocked') return;
      const kept = await vault.named.get(NAME);
      await vault.named.set(
        NAME,
        kept === null || kept === id ? id : `${kept.split('\n')[0]}\n${id}`,
      );
      isOther = false;
    },
    isOther: () => isOther,
  };
}
