/** What may come from the page: oRPC's frames. Over the socket, calls carry the origin's own token too. */
import { z } from 'zod';
import { callTokenHeader } from '../../../bridge/transport.ts';

/** A call. `u` is its path, `h` its headers. */
const call = z.looseObject({
  i: z.string(),
  t: z.literal(1).optional(),
  p: z.looseObject({
    u: z.string().startsWith('/'),
    h: z.record(z.string(), z.unknown()).default({}),
  }),
});

/** What follows a call: an element of a stream (3), or its end (4). */
const sequel = z.looseObject({ i: z.string(), t: z.union([z.literal(3), z.literal(4)]) });

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
