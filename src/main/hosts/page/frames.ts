/** What may come from the page: oRPC's frames. Over the socket, calls carry the origin's own token too. */
import { z } from 'zod';
import { callTokenHeader } from '../../../bridge/transport.ts';

/**
 * Headers of a call. oRPC unpacks files and forms by these two, which no call of ours holds, and throws
 * where nobody catches it when one is not what it says.
 */
const headers = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .refine((all) => all['content-type'] === undefined && all['content-disposition'] === undefined);

/** A call. `u` is its path, `h` its headers; `m`, a method that is not POST, is none of ours. */
const call = z.looseObject({
  i: z.string(),
  t: z.literal(1).optional(),
  p: z.looseObject({
    u: z.string().startsWith('/'),
    h: headers.default({}),
    m: z.undefined().optional(),
  }),
});

/** What follows a call: an element of a stream (3), which is read, or its end (4). */
const sequel = z.union([
  z.looseObject({ i: z.string(), t: z.literal(3), p: z.looseObject({}) }),
  z.looseObject({ i: z.string(), t: z.literal(4) }),
]);

export type Frame =
  | { readonly kind: 'call'; readonly token: string | null }
  | { readonly kind: 'sequel' }
  | { readonly kind: 'malformed' };

/** Reads as much of a message as the checks need. */
export function readFrame(text: string): Frame {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { kind: 'malformed' };
  }
  const asCall = call.safeParse(message);
  if (asCall.success) {
    const token = asCall.data.p.h[callTokenHeader];
    return { kind: 'call', token: typeof token === 'string' ? token : null };
  }
  return { kind: sequel.safeParse(message).success ? 'sequel' : 'malformed' };
}
