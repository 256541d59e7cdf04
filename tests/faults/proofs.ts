/** Every proof, in the order of docs/proofs.md. */
import { bulkUnderFaults } from './bulk/proof.ts';
import { dataKeysUnderKill } from './data-keys/proof.ts';
import { handoverUnderKill } from './handover/proof.ts';
import { hostUnderKill } from './hosts/proof.ts';
import { intentsUnderKill, writesUnderFaults } from './intents/proof.ts';
import {
  backupsUnderPowerCut,
  filesUnderPowerCut,
  inboxUnderPowerCut,
  keysUnderPowerCut,
  recordsUnderPowerCut,
  sandboxUnderPowerCut,
} from './power/proofs.ts';
import type { Proof } from './proof.ts';
import { receiverMemory, receiverUnderFuzz, receiverUnderKill } from './receiver/proof.ts';
import { relayUnderKill } from './relay/proof.ts';
import { loadUnderKill, queueUnderKill } from './sandbox/proofs.ts';
import {
  teamUnderDisturbances,
  teamUnderHostileDatabase,
  teamUnderPromotions,
  teamWithOneFile,
} from './team/proof.ts';
import { tunnelsUnderCuts } from './tunnels/proof.ts';

export const proofs: readonly Proof[] = [
  intentsUnderKill,
  writesUnderFaults,
  bulkUnderFaults,
  queueUnderKill,
  hostUnderKill,
  dataKeysUnderKill,
  handoverUnderKill,
  loadUnderKill,
  receiverUnderKill,
  relayUnderKill,
  inboxUnderPowerCut,
  recordsUnderPowerCut,
  filesUnderPowerCut,
  backupsUnderPowerCut,
  keysUnderPowerCut,
  sandboxUnderPowerCut,
  receiverUnderFuzz,
  receiverMemory,
  teamUnderHostileDatabase,
  teamUnderPromotions,
  teamUnderDisturbances,
  teamWithOneFile,
  tunnelsUnderCuts,
];
