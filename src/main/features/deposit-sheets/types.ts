/** What a deposit sheet says, apart from how it looks (Interface 2.4). */
import type { Letterhead, Paper } from '../../core/pdf/types.ts';

/** One of the lines that tell how to pay in. */
export interface InstructionLine {
  /** Name of the interface: `bankAccountNumber`. One that it does not name is there as it came. */
  readonly field: string;
  /** As people call it: `Account number (IBAN)`. */
  readonly label: string;
  /** As the service gave it; line breaks are lines. */
  readonly value: string;
  /** The value as it is read out loud: an account number in groups of four; else the value itself. */
  readonly shown: string;
  /** Read digit by digit. */
  readonly isNumber: boolean;
}

/** Everything that one sheet says of one virtual account. */
export interface SheetContent {
  readonly accountId: string;
  readonly customerId: string | null;
  readonly customerName: string | null;
  /** In the order of Interface 2.4, then any that it does not name. None is left out. */
  readonly instructions: readonly InstructionLine[];
  /** What is paid in, such as `USD`. */
  readonly sourceCurrency: string;
  /** What it becomes, such as `USDC`. */
  readonly destinationCurrency: string;
  /** As the service gave it, such as `ethereum`. */
  readonly network: string;
  /** Whole, as the service gave it. */
  readonly walletAddress: string;
  /** What else the service gave of the destination, by dotted name: `destination.memo`. */
  readonly otherDestination: readonly { readonly field: string; readonly value: string }[];
  /** ISO 8601 UTC: when something of the account was learned last. */
  readonly knownAt: string;
}

/** What every sheet of one order has in common. */
export interface SheetStyle {
  readonly letterhead: Letterhead;
  readonly paper: Paper;
  /** ISO 8601 UTC: the moment that the sheets are of. */
  readonly issuedAt: string;
  /** IANA name of the zone that dates are told in. */
  readonly timeZone: string;
  /** Whether the sheet is of a sandbox: nobody may pay by it, and it says so. */
  readonly isTest: boolean;
}
