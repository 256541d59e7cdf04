/**
 * What a person confirms in a document of main's own. The page is not trusted with what lets data or
 * secrets out: it may only ask, and what is asked is named in full where no script of it reaches.
 */

/** What is typed into a document of main's own. */
export interface SecretField {
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  /** May be left empty. */
  readonly isOptional?: boolean;
  /** Shown as it is typed: no secret. */
  readonly isOpen?: boolean;
  /** Takes several lines, and shows them. */
  readonly isLong?: boolean;
  /** Open, and yet a part of a secret: it is not put back after a problem, as others are. */
  readonly isPartOfSecret?: boolean;
  /** Stands in it at first. Of an open one only. */
  readonly value?: string;
  /** One of these is chosen in its place. None is chosen before. */
  readonly choices?: readonly {
    readonly value: string;
    readonly label: string;
    readonly help: string;
  }[];
}

export interface SecretSheet {
  /** Numbered in this order. */
  readonly words: readonly string[];
  /** The same as a QR code: an SVG of main's own making. */
  readonly qr: string;
}

/** Name and value; values in a list are words to compare, numbered in this order. `fields`: those of one record. */
export type ConfirmedFact = readonly [
  name: string,
  value:
    | string
    | readonly string[]
    | { readonly fields: readonly (readonly [name: string, value: string])[] },
];

export interface Confirmation {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** What it is about, whole. */
  readonly facts: readonly ConfirmedFact[];
  /** More of it, each group under its heading. */
  readonly groups?: readonly {
    readonly title: string;
    readonly facts: readonly ConfirmedFact[];
  }[];
  /** A picture that it is about, and what it is called. */
  readonly picture?: {
    readonly name: string;
    readonly type: 'image/png' | 'image/jpeg';
    readonly bytes: Uint8Array;
  };
  /** What is typed beside it. Default: nothing. */
  readonly fields?: readonly SecretField[];
  /** A secret to write down or print, in this document alone. */
  readonly sheet?: SecretSheet;
  readonly button: string;
  /** Beside that one: posts `yes` under its name. */
  readonly otherButton?: { readonly name: string; readonly label: string };
  /** How long the document waits, in milliseconds. Default: `ticketLifetime`. */
  readonly lastsMs?: number;
  /** Done once, when the button was pressed. Throws Failed, ProfileError or VaultError with a sentence. */
  act(fields: URLSearchParams): Confirmed | Promise<Confirmed>;
}

/**
 * A sentence for the last page, with words to read out where there are any, under `title` where it is not done, or a secret that is shown there this once;
 * or what the same window asks next, below that sentence where there is one.
 */
export type Confirmed =
  | { readonly title?: string; readonly sentence: string; readonly words?: readonly string[] }
  | {
      readonly label: string;
      readonly secret: string;
      /** It is passed on as it stands, and gives nothing away by itself: a button copies it. */
      readonly isPassedOn?: boolean;
      /** What a person does with it. */
      readonly whatToDo?: string;
    }
  | { readonly next: Confirmation; readonly done?: string };

/**
 * Asks. Resolves to the path of the document, as openedDocument has it. What came of it is told by changes,
 * as everything is.
 */
export type AskPerson = (confirmation: Confirmation) => Promise<string | null>;
