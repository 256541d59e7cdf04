/**
 * Which create works on which path, from before its way is proved until it ended. What the inbox says
 * of a path is durable, but comes too late: a proof takes seconds, and another create may look meanwhile.
 */
export interface PathClaims {
  /** True where no other create works on the path. */
  isOpenTo(path: string, intentKey: string): boolean;
  isClaimed(path: string): boolean;
  /**
   * Gives what ends it. The same key may claim it again (a double click): it ends with the last.
   * Throws TypeError where another key holds it.
   */
  claim(path: string, intentKey: string): () => void;
}

export function createPathClaims(): PathClaims {
  const claims = new Map<string, { readonly intentKey: string; readonly holders: number }>();
  const isOpenTo = (path: string, intentKey: string): boolean =>
    (claims.get(path)?.intentKey ?? intentKey) === intentKey;
  const count = (path: string, intentKey: string, more: number): void => {
    const holders = (claims.get(path)?.holders ?? 0) + more;
    if (holders === 0) claims.delete(path);
    else claims.set(path, { intentKey, holders });
  };
  return {
    isOpenTo,
    isClaimed: (path) => claims.has(path),
    claim(path, intentKey) {
      if (!isOpenTo(path, intentKey)) throw new TypeError('Another create works on this path.');
      count(path, intentKey, 1);
      return () => count(path, intentKey, -1);
    },
  };
}
