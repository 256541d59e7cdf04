/** What keeps the stored data when this computer is lost. */
import { RecoveryKeyPart } from './recovery-key-part.tsx';

export function BackupSection() {
  return <RecoveryKeyPart />;
}
