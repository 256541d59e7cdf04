/**
 * Id of the profile that the page shows: whatever writes hands it on, and main refuses when another one
 * is open by now. Empty before the first answer, which main refuses too.
 */
import { useConnection } from './use-connection.ts';

export const useProfileId = (): string => useConnection()?.profileId ?? '';
