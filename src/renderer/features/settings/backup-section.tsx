/** What keeps the stored data when this computer is lost. */
import { BackupsPart } from './backups-part.tsx';
import { RecoveryKeyPart } from './recovery-key-part.tsx';

export function BackupSection() {
  return (
    <>
      <RecoveryKeyPart />
      <BackupsPart />
    </>
  );
}
