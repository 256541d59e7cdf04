/** Addresses of the requests: those whose outcome is unknown, or those that a person resolved as this. */
type Part = 'unknown' | 'exists' | 'absent';

export const unresolvedPaths = {
  root: '/unresolved',
  part: (part: Part) => (part === 'unknown' ? '/unresolved' : `/unresolved/${part}`),
  request: (key: string, part: Part) =>
    part === 'unknown' ? `/unresolved/${key}` : `/unresolved/${part}/${key}`,
} as const;
