/** Rows of lists, as far as the field catalogue says them. */
import { z } from 'zod';
import { type CataloguedKind, type Columns, listedFields } from '../contract/fields.ts';

type Shape<Kind extends CataloguedKind> = {
  [Column in keyof Columns<Kind>]: z.ZodType<Columns<Kind>[Column], Columns<Kind>[Column]>;
};

const flag = z.boolean().nullable();
const names = z.array(z.string()).readonly().nullable();
const text = z.string().nullable();

/** The catalogue's columns of a kind; null where nothing is known. */
export function columnShape<Kind extends CataloguedKind>(kind: Kind) {
  const shape: Record<string, z.ZodType> = Object.fromEntries(
    listedFields(kind).map((field) => [
      field.list.column,
      field.kind === 'flag' ? flag : field.kind === 'names' ? names : text,
    ]),
  );
  // Built from the same catalogue as the type.
  return shape as Shape<Kind>;
}
