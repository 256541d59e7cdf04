/** Which profile a link means. */
import type { RecordLink } from '../../../bridge/record-link.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export type LinkedProfile =
  | { readonly is: 'open' }
  | { readonly is: 'other'; readonly id: string; readonly name: string }
  | { readonly is: 'unknown'; readonly name: string }
  | { readonly is: 'several'; readonly name: string };

/** By its ID, else by its name. `openId`: the one that the page shows. */
export function resolveProfile(
  { profile }: Pick<RecordLink, 'profile'>,
  profiles: readonly Named[],
  openId: string,
): LinkedProfile {
  if (profile === null) return { is: 'open' };
  const byId = profiles.filter(({ id }) => id === profile);
  const meant = byId.length > 0 ? byId : profiles.filter(({ name }) => name === profile);
  if (meant.some(({ id }) => id === openId)) return { is: 'open' };
  const [first, ...others] = meant;
  if (first === undefined) return { is: 'unknown', name: profile };
  if (others.length > 0) return { is: 'several', name: profile };
  return { is: 'other', id: first.id, name: first.name };
}
