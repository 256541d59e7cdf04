/** Bounds of statement files, apart from the contract so that the page needs no zod for them. */

/** Largest file, in bytes, and most lines. */
export const maxStatementBytes = 50 * 1024 * 1024;
export const maxStatementLines = 200_000;
/** Days between a line and a payout, at most, where only account, amount and time fit. */
export const windowDays = { least: 1, usual: 5, most: 31 } as const;
