/** What a pack says of itself; signed, and all else by it. */
import type { EvidenceSubject, PersonalData } from '../../../bridge/evidence.ts';
import type { SignedHead } from '../../core/audit/signing.ts';
import type { WrittenFile } from './write-zip.ts';

export interface Manifest {
  readonly version: 1;
  readonly subject: EvidenceSubject & { readonly words: string };
  readonly personalData: PersonalData;
  readonly madeAt: string;
  readonly knownAt: string;
  readonly by: string | null;
  readonly profile: { readonly id: string; readonly name: string; readonly environment: string };
  readonly installationId: string;
  /** Customers whose personal data was erased: nobody can bring it into a pack. */
  readonly erased: readonly {
    readonly customerId: string;
    readonly at: string;
    readonly by: string | null;
    readonly reason: string;
  }[];
  /** The public key that signs it, as hex. */
  readonly key: string;
  /** Signed head of the audit log; null where the log does not fit its anchor. */
  readonly head: SignedHead | null;
  readonly lines: Readonly<Record<string, number>>;
  readonly files: readonly WrittenFile[];
}
