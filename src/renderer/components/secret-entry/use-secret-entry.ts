/** Typing a secret, in a document of main's own. */
import type { SecretEntryPurpose } from '../../../bridge/vault.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { type MainDocument, useDocument } from './use-document.ts';

export type SecretEntry = MainDocument<SecretEntryPurpose>;

/** `known` as in useDocument, for example when the secret was entered. */
export function useSecretEntry(known: string | null = null): SecretEntry {
  const { bridge } = useBridge();
  return useDocument((purpose: SecretEntryPurpose) => bridge.vault.openSecretEntry(purpose), known);
}
