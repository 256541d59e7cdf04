/** JSON in a column or a file, read back. */
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../contract/scalars.ts';

export const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
});

/** An object with all its keys; z.record would drop one named `__proto__`. */
export const jsonObjectValue = z.custom<JsonObject>(isJsonObject, 'is not a JSON object');

export const jsonObjectText = jsonText.pipe(jsonObjectValue);

/** What a text, or bytes of UTF-8, say in a shape. Throws where they are no JSON, or of another shape. */
export const readJson = <Shape extends z.ZodType>(shape: Shape, json: string | Uint8Array) =>
  shape.parse(
    JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString()),
  ) as z.output<Shape>;

/** The same; null where they say no such thing. */
export function jsonOrNull<Shape extends z.ZodType>(shape: Shape, json: string | Uint8Array) {
  try {
    return readJson(shape, json);
  } catch {
    return null;
  }
}
