/** What is ordered of the thread that writes sheets, and what it answers. */
import type { Letterhead, Logo } from '../../../core/pdf/types.ts';
import type { SheetContent, SheetStyle } from '../types.ts';

export type SheetFormat = 'pdf' | 'text' | 'csv';
/** All in one file, or a zip with a file for each account. */
export type SheetPacking = 'one' | 'zip';

export interface SheetOrder {
  readonly style: SheetStyle;
  readonly format: SheetFormat;
  readonly packing: SheetPacking;
}

/** An account that gets no sheet, and why. */
export interface LeftOut {
  readonly accountId: string;
  readonly customerName: string | null;
  /** Sentences. */
  readonly reasons: readonly string[];
}

/** A part of the file, in the order in which it is written. */
export interface Written {
  readonly pieces: readonly Uint8Array[];
  readonly leftOut: readonly LeftOut[];
}

/** Methods of the thread, one after another: each is called when the one before has answered. */
export interface SheetCalls {
  /** Begins a file. */
  begin(order: SheetOrder): Promise<void>;
  /** Adds sheets to it. */
  add(contents: readonly SheetContent[]): Promise<Written>;
  /** What is left of it. */
  finish(): Promise<Written>;
  /** Sentences that tell what of it can’t be set. */
  checkLetterhead(
    letterhead: Pick<Letterhead, 'name' | 'addressLines'>,
  ): Promise<readonly string[]>;
  /** Throws LogoError. */
  readLogo(bytes: Uint8Array): Logo;
}
