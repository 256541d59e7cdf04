/** Schema of records, oldest first. */
import type { Migration } from '../../../platform/migrations.ts';
import { records1 } from './migrations/records-1.ts';
import { records2 } from './migrations/records-2.ts';
import { records3 } from './migrations/records-3.ts';
import { records4 } from './migrations/records-4.ts';
import { records5 } from './migrations/records-5.ts';
import { records6 } from './migrations/records-6.ts';
import { records7 } from './migrations/records-7.ts';
import { records8 } from './migrations/records-8.ts';
import { records9 } from './migrations/records-9.ts';

export const recordsMigrations: readonly Migration[] = [
  records1,
  records2,
  records3,
  records4,
  records5,
  records6,
  records7,
  records8,
  records9,
];
