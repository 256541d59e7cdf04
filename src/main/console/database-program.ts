/** Where the program of database-thread.ts is, and what a thread of it is told to do. */
import { programOfThread } from '../../platform/thread-program.ts';

/** What a thread does, as it is told at its start. */
export type DatabaseWork = 'erase' | 'handOver' | 'merge' | 'rekey' | 'repair';

export const databaseProgram = (data: DatabaseWork) => ({
  data,
  program: programOfThread(
    { source: 'database-thread', program: 'database-work' },
    import.meta.url,
  ),
});
