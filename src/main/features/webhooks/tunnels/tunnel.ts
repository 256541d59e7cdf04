/**
 * A tunnel connects a public URL to the receiver. One file a provider, all behind this one small interface. Open does
 * not mean that it works: only a check shows that (reachability-check.ts), and the supervisor (supervisor.ts) sees to
 * it that there is one.
 */
import type { TunnelKind } from '../../../../bridge/tunnels.ts';

/**
 * Why a tunnel could not be opened, ended, or did not carry a proof. A closed list:
 * - of the settings: `settings`, `secret-missing`, `key-file`, `package-missing`;
 * - of the other side: `name`, `refused`, `unreachable`, `host-key-changed`, `host-key-asked` (the
 *   pinned ones were lost), `authentication`, `remote-bind` (the port on the server is taken or forbidden), `no-printed-url`, `provider`;
 * - on the way: `cut` (reset or closed), `silent` (keepalive unanswered), `timeout`;
 * - of a proof: `private-address` (its name leads to one that only this network reaches),
 *   `certificate`, `redirected`, `wrong-answer`, `answer-lost` and `not-back`;
 * - here: `local` (the receiver does not listen), `internal`.
 */
export type TunnelFailureCode =
  | 'settings'
  | 'secret-missing'
  | 'key-file'
  | 'package-missing'
  | 'name'
  | 'refused'
  | 'unreachable'
  | 'host-key-changed'
  | 'host-key-asked'
  | 'authentication'
  | 'remote-bind'
  | 'no-printed-url'
  | 'provider'
  | 'cut'
  | 'silent'
  | 'timeout'
  | 'private-address'
  | 'certificate'
  | 'redirected'
  | 'wrong-answer'
  | 'answer-lost'
  | 'not-back'
  | 'local'
  | 'internal';

export interface TunnelFailure {
  readonly code: TunnelFailureCode;
  /** What happened and what to do, for a finance person. Without addresses of senders or secrets. */
  readonly sentence: string;
  /** Trying again by itself can't help, and may do harm (a locked account, a wrong host). */
  readonly needsPerson: boolean;
}

/** Thrown by `open`, and nothing else is. */
export class TunnelError extends Error implements TunnelFailure {
  override readonly name = 'TunnelError';
  readonly code: TunnelFailureCode;
  readonly needsPerson: boolean;

  constructor(
    code: TunnelFailureCode,
    sentence: string,
    options: { readonly needsPerson?: boolean; readonly cause?: unknown } = {},
  ) {
    super(sentence, 'cause' in options ? { cause: options.cause } : {});
    this.code = code;
    this.needsPerson = options.needsPerson ?? false;
  }

  get sentence(): string {
    return this.message;
  }
}

export interface OpenTunnel {
  /** For example `https://hooks.example.com`: no slash at the end. */
  readonly publicOrigin: string;
  /**
   * The certificate (PEM) that a proof must trust, and nothing beside it: for the sandbox alone.
   * null is public trust.
   */
  readonly pinnedCertificate: string | null;
  /** Resolves when it ended by itself, with why. Never rejects, and stays open after `close`. */
  readonly ended: Promise<TunnelFailure>;
  /** Ends it. Idempotent, never rejects. */
  close(): Promise<void>;
}

/** What an open tunnel tells on its own. */
export interface TunnelEvents {
  /** The provider gave another public address to the tunnel that is open. */
  moved(publicOrigin: string): void;
  /** Something happened that makes a new proof worth while. */
  disturbed(): void;
}

export interface Tunnel {
  readonly kind: TunnelKind;
  /** Whether the public address is the same after the next opening, as far as is known. */
  readonly lasts: boolean;
  /** How often to prove it, in milliseconds: a provider may count requests. */
  readonly proveEveryMs: number;
  /** Whether closing and opening again can mend it. */
  readonly canReopen: boolean;
  /**
   * @param localPort where the receiver listens on 127.0.0.1 (plain HTTP).
   * @throws TunnelError, and the reason of `signal` when that aborts.
   */
  open(localPort: number, events: TunnelEvents, signal: AbortSignal): Promise<OpenTunnel>;
}
