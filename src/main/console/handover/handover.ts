/** Hand-over files of this computer: saved for another one, and those of others merged. One at a time. */
import type { HandoverView } from '../../../bridge/handover.ts';
import { isoNow } from '../../../platform/clock.ts';
import { type Card, ownCard, ownComputerName, textOfCard } from '../../features/handover/card.ts';
import type { HandoverInstalled } from '../../features/handover/feature.ts';
import { openSigningKey } from '../signing.ts';
import { openKnownComputers } from './known-computers.ts';
import { openDocument } from './open-document.ts';
import { type HandoverParts, type OwnComputer, wordsOfCard } from './own-computer.ts';
import { saveDocument } from './save-document.ts';

export function createHandover(parts: HandoverParts): HandoverInstalled['handover'] {
  const { vault, work, ask, clock, random, onChange } = parts;

  const open = async (): Promise<OwnComputer> => {
    work.requirePossible();
    const signing = await openSigningKey(vault, random);
    // Anew each time: another document may have changed it meanwhile.
    const computers = () => openKnownComputers(parts, signing);
    return {
      ...parts,
      signing,
      computers,
      card: ownCard(signing, ownComputerName()),
      remember(card) {
        computers().keep({ card, confirmedAt: isoNow(clock) });
        onChange();
      },
    };
  };

  const view = async (): Promise<HandoverView> => {
    if (!vault.isDurable()) return { own: null, computers: [] };
    const signing = await openSigningKey(vault, random);
    const card = ownCard(signing, ownComputerName());
    const factsOf = (of: Card) => ({ name: of.name, words: [...wordsOfCard(of)] });
    return {
      own: { ...factsOf(card), card: textOfCard(card) },
      computers: openKnownComputers(parts, signing)
        .list()
        .map(({ card: of, confirmedAt }) => ({ ...factsOf(of), id: of.signing, confirmedAt })),
    };
  };

  return {
    view,
    save: async (what) => await ask(saveDocument(await open(), what)),
    open: async () => await ask(openDocument(await open())),
    async forget(id) {
      (await open()).computers().forget(id);
      onChange();
      return await view();
    },
  };
}
