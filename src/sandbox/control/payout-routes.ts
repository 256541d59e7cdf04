/** Deposits into virtual accounts, and their payouts. */
import { z } from 'zod';
import { timestamp } from '../../contract/scalars.ts';
import { payoutStates } from '../../contract/transitions.ts';
import { readJson } from '../../platform/json-column.ts';
import { createPayout, movePayout, payoutSchema, wayTo } from '../domain/payouts.ts';
import { refusals } from '../http/refusal.ts';
import { parsedControl } from '../http/validation.ts';
import type { PayoutRow } from '../state/records.ts';
import type { ControlRoute } from './control-route.ts';
import { created, done } from './control-route.ts';

const depositInput = z.strictObject({
  /** The deposit, in the account's source currency; at most two decimals. */
  amount: z
    .string()
    .regex(/^\d+(\.\d{1,2})?$/, {
      error: 'must be an amount like 100.00, as a string',
      abort: true,
    })
    .regex(/[1-9]/, 'must be more than 0'),
  /** How far the payout goes at once. */
  until: z.enum(payoutStates).default('successful'),
  /** When it came; its payout takes a minute for each step then. Default: now. */
  created: timestamp.optional(),
  /** What the payer wrote. */
  reference: z.string().min(1).max(140).optional(),
});

const moveInput = z.strictObject({ to: z.enum(payoutStates), force: z.boolean().default(false) });

/** Between the steps of a payout in the past. */
const stepMs = 60_000;

const shown = (row: PayoutRow) => ({ payout: readJson(payoutSchema, row.body) });

export const payoutRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/virtual-accounts/{virtualAccount}/deposits',
    handle: async ({ service }, { params, body }) => {
      const { amount, until, created: at, reference } = parsedControl(depositInput, body);
      const account = service.records.virtualAccounts.get(params['virtualAccount'] ?? '');
      if (account === undefined) throw refusals.notFound('Virtual account not found');
      return created(
        await service.commit.submit(() => {
          let row = createPayout(service, account, amount, { at, reference });
          for (const [step, state] of wayTo(until).entries()) {
            const time = at === undefined ? undefined : Date.parse(at) + (step + 1) * stepMs;
            row = movePayout(service, row, state, { time });
          }
          return shown(row);
        }),
      );
    },
  },
  {
    method: 'GET',
    path: '/payouts/{payout}',
    handle: ({ service }, { params }) => {
      const row = service.records.payout(params['payout'] ?? '');
      if (row === undefined) throw refusals.notFound('Payout not found');
      return done(shown(row));
    },
  },
  {
    method: 'POST',
    path: '/payouts/{payout}/move',
    handle: async ({ service }, { params, body }) => {
      const { to, force } = parsedControl(moveInput, body);
      return done(
        await service.commit.submit(() => {
          const row = service.records.payout(params['payout'] ?? '');
          if (row === undefined) throw refusals.notFound('Payout not found');
          return shown(movePayout(service, row, to, { force }));
        }),
      );
    },
  },
];
