/** PossibleMatches that are counted and shown of one request; more say nothing more, since any may be the one. */
export const maxMatches = 100;
