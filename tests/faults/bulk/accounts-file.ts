/** Files of virtual accounts whose wallets name their rows. */

/** 40 hex digits with letters of one case, so that no checksum is carried. */
export const walletOf = (row: number): string =>
  `0x${'abcdef'.repeat(5)}${String(row).padStart(10, '0')}`;

/** The row that a wallet names; null for another. */
export const rowOf = (wallet: string): number | null => {
  const row = Number(wallet.slice(-10));
  return walletOf(row) === wallet ? row : null;
};

/** Rows from 2, as a spreadsheet numbers them, in that order unless told. */
export function accountsFile(
  rows: number,
  customers: readonly string[],
  inOrder: (lines: string[]) => readonly string[] = (lines) => lines,
): string {
  const made = Array.from({ length: rows }, (_none, index) => {
    const customer = customers[index % customers.length];
    return `${customer},USD,USDC,base,${walletOf(index + 2)},40`;
  });
  const lines = inOrder(made);
  const heading =
    'customerId,sourceCurrency,destinationCurrency,network,walletAddress,integratorBpsFee';
  return `${heading}\n${lines.join('\n')}\n`;
}
