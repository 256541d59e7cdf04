/** A column of the file by its heading, or by its place where it has none. */
import type { BulkColumn } from '../../../../bridge/bulk.ts';
import { bulkTexts } from '../texts.ts';

export const columnName = ({ heading, index }: Pick<BulkColumn, 'heading' | 'index'>): string =>
  heading.trim() === '' ? bulkTexts.columns.noHeading(index + 1) : heading;
