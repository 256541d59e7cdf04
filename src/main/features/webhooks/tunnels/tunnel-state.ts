/** Where a tunnel stands, as the supervisor tells it. */
import type { PathCheck } from './path-checks.ts';
import type { TunnelFailure } from './tunnel.ts';

/**
 *              start            opened            nonce back
 *     closed ────────▶ opening ────────▶ proving ────────────▶ proven ──┐ a new proof, on schedule,
 *       ▲                 │                 │                   │  ▲ ▲──┘ after a pause, when asked
 *       │ stop            │ failed          │ failed        cut,│  │ nonce back
 *       │ (from all)      ▼                 ▼            failed ▼  │
 *       └──────────────── failing ◀─────────┴───────────────────┘  │
 *                            │  ▲ opens or proves again, with back-off
 *                            └──┴──────────────────────────────────┘
 *     proving ──the public side was out of reach from here, and never was within it──▶ not-provable
 *     not-provable ──nonce back──▶ proven; ──it answered, and wrongly──▶ failing
 *     proven ──the computer slept, or its clock jumped──▶ proving
 *
 * - `closed`: nobody wants it open.
 * - `opening`, `proving`: for the first time since `start`, or since a pause. Nothing is known about it yet.
 * - `proven`: the only state that may be shown as connected, and only with the age of the proof.
 * - `failing`: what failed last; it goes on trying, unless a person is needed.
 * - `not-provable`: open, but this network can't reach its own public side. It may well deliver.
 *
 * All times are milliseconds since 1970.
 */
export type TunnelState =
  | { readonly state: 'closed'; readonly since: number }
  | { readonly state: 'opening'; readonly since: number }
  | { readonly state: 'proving'; readonly since: number; readonly publicOrigin: string }
  | {
      readonly state: 'proven';
      /** Since when without a failure. */
      readonly since: number;
      readonly publicOrigin: string;
      /** When the last nonce came back. */
      readonly at: number;
      /** Way out and back of that proof, in milliseconds. */
      readonly tookMs: number;
      readonly nextProofAt: number;
    }
  | {
      readonly state: 'failing';
      readonly since: number;
      /** null when it is not open. */
      readonly publicOrigin: string | null;
      readonly reason: TunnelFailure;
      /** In a row. */
      readonly failures: number;
      /** null when it waits for a person, or is trying right now. */
      readonly nextTryAt: number | null;
    }
  | {
      readonly state: 'not-provable';
      readonly since: number;
      readonly publicOrigin: string;
      readonly reason: TunnelFailure;
      readonly nextTryAt: number;
    };

/** The public address became another one. */
export interface TunnelMove {
  readonly from: string;
  readonly to: string;
  readonly at: number;
}

export interface TunnelReport {
  readonly state: TunnelState;
  readonly lastProvenAt: number | null;
  /** Since the last `acknowledgeMove`; null when the address is what it was. */
  readonly moved: TunnelMove | null;
  /** By path, since it was opened or in doubt: `proven` is of the tunnel, and not of every path. */
  readonly paths: ReadonlyMap<string, PathCheck>;
}
