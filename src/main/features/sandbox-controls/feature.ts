/** Controls of the built-in sandbox, and sample data in it. */
import { implement } from '@orpc/server';
import { z } from 'zod';
import { sandboxControlsContract } from '../../../bridge/sandbox-controls.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { invalid } from '../../core/intents/failed.ts';
import type { BankAccounts } from '../bank-accounts/bank-accounts.ts';
import type { Customers } from '../customers/feature.ts';
import type { TimelineApi } from '../timeline/feature.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';
import { createControlCall, replaceToken } from './control-plane.ts';
import { fillSteps } from './fill-samples.ts';
import type { TroubleParts } from './sample-troubles.ts';
import { createSamples, type Samples, sandboxControlsMigrations } from './samples.ts';
import { createSandboxControls, type SandboxControls } from './sandbox-controls.ts';

export interface SandboxControlsApi {
  readonly controls: SandboxControls;
  /** Throws Failed INVALID where the profile has no controls, or it was begun before. */
  fill(): Promise<ReturnType<Samples['view']>>;
}

interface Uses {
  readonly customers: Pick<Customers, 'create'>;
  readonly virtualAccounts: Pick<VirtualAccounts, 'create'>;
  readonly bankAccounts: Pick<BankAccounts, 'lookUp' | 'refresh'>;
  readonly webhooks: Pick<WebhooksApi, 'demand'>;
  readonly timeline: Pick<TimelineApi, 'demand'>;
  readonly bulk: TroubleParts['bulk'];
  readonly changes: TroubleParts['changes'];
  readonly reports: { readonly closes: TroubleParts['closes'] };
}

const pendingShape = z.object({ deliveries: z.object({ pending: z.int() }) });

const procedures = implement(sandboxControlsContract);

/** The same, with every call in the set for as long as it lasts. */
const followed = (controls: SandboxControls, underWay: Set<Promise<unknown>>): SandboxControls =>
  new Proxy(controls, {
    get:
      (own, name) =>
      async (...values: unknown[]): Promise<unknown> => {
        const call: Promise<unknown> = Reflect.apply(Reflect.get(own, name), own, values);
        underWay.add(call);
        try {
          return await call;
        } finally {
          underWay.delete(call);
        }
      },
  });

export const sandboxControlsFeature: Feature<'sandboxControls', SandboxControlsApi, Uses> = {
  migrations: sandboxControlsMigrations,

  open(core, uses) {
    const { environment } = core.profile;
    const isBuiltIn = environment === 'built-in';
    const call = createControlCall({
      ...core,
      environment,
      onRefusedToken: isBuiltIn ? null : replaceToken,
    });
    const samples = createSamples(core);
    const receiving = () => {
      const { rows } = uses.webhooks.demand().webhooks.list();
      const isReceived = ({ secret, wayIn }: (typeof rows)[number]) =>
        secret === 'held' && wayIn.state !== 'elsewhere';
      return new Set(rows.filter(isReceived).map(({ id }) => id));
    };
    const parts = { ...core, call, receiving, samples: samples.view };
    const underWay = new Set<Promise<unknown>>();
    const controls = followed(
      createSandboxControls({
        ...parts,
        lookUp: (eventId) => uses.timeline.demand().timeline.lookUp(eventId),
      }),
      underWay,
    );
    const pending = async () => (await call('GET', '/state', pendingShape)).deliveries.pending;
    const api: SandboxControlsApi = {
      controls,
      async fill() {
        if (!isBuiltIn)
          throw invalid(
            'Only the built-in sandbox takes sample data. Nothing was sent.',
            'no-controls',
          );
        await pending();
        const { webhooks, ingress } = uses.webhooks.demand();
        const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
        const { tunnelManager } = ingress;
        return samples.fill(() =>
          fillSteps({
            ...core,
            ...uses,
            webhooks,
            tunnelManager,
            pending,
            pause,
            closes: uses.reports.closes,
            timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
            // Its first step makes a webhook that gets everything.
            controls: createSandboxControls({ ...parts, lookUp: null }),
          }),
        );
      },
    };
    return {
      api,
      async drain() {
        samples.stop();
        // What is done at the sandbox by now is recorded, too.
        await Promise.allSettled([samples.idle(), ...underWay]);
      },
    };
  },

  procedures: (api) => {
    const controls = (profileId?: string) => api(profileId).controls;
    return {
      sandboxControls: {
        state: procedures.state.handler(() => controls().state()),
        customers: procedures.customers.handler(({ input }) => controls().customers(input.id)),
        bankAccounts: procedures.bankAccounts.handler(({ input }) =>
          controls().bankAccounts(input.id),
        ),
        virtualAccounts: procedures.virtualAccounts.handler(() => controls().virtualAccounts()),
        payouts: procedures.payouts.handler(({ input }) => controls().payouts(input)),
        moveKyc: procedures.moveKyc.handler(({ input: { profileId, ...move } }) =>
          controls(profileId).moveKyc(move),
        ),
        moveTerms: procedures.moveTerms.handler(({ input: { profileId, ...move } }) =>
          controls(profileId).moveTerms(move),
        ),
        openBankAccount: procedures.openBankAccount.handler(({ input: { profileId, ...input } }) =>
          controls(profileId).openBankAccount(input),
        ),
        changeBankAccount: procedures.changeBankAccount.handler(
          ({ input: { profileId, ...input } }) => controls(profileId).changeBankAccount(input),
        ),
        removeBankAccount: procedures.removeBankAccount.handler(({ input }) =>
          controls(input.profileId).removeBankAccount(input.id),
        ),
        payIn: procedures.payIn.handler(({ input: { profileId, ...deposit } }) =>
          controls(profileId).payIn(deposit),
        ),
        movePayout: procedures.movePayout.handler(({ input: { profileId, ...move } }) =>
          controls(profileId).movePayout(move),
        ),
        trigger: procedures.trigger.handler(({ input: { profileId, ...event } }) =>
          controls(profileId).trigger(event),
        ),
        setFault: procedures.setFault.handler(({ input: { profileId, ...fault } }) =>
          controls(profileId).setFault(fault),
        ),
        clearFaults: procedures.clearFaults.handler(({ input }) =>
          controls(input.profileId).clearFaults(input.id),
        ),
        changeSwitch: procedures.changeSwitch.handler(({ input: { profileId, name, value } }) =>
          controls(profileId).changeSwitches({ [name]: value }),
        ),
        resetSwitches: procedures.resetSwitches.handler(({ input }) =>
          controls(input.profileId).resetSwitches(),
        ),
        fill: procedures.fill.handler(({ input }) => api(input.profileId).fill()),
      },
    };
  },
};
