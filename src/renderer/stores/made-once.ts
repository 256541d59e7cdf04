/** Hooks of stores: each store is made when it is first asked for, and ends with what it is of. */
import { useBridge } from '../app/bridge/bridge-context.ts';
import { type PageEnvironment, useEnvironment } from '../app/environment/environment-context.ts';

function madeOnce<Scope extends object, Store extends object>(
  useScope: () => Scope,
  create: (scope: Scope) => Store,
): () => Store {
  const made = new WeakMap<Scope, Store>();
  return () => {
    const scope = useScope();
    const store = made.get(scope) ?? create(scope);
    made.set(scope, store);
    return store;
  };
}

/** Store of one visit of a profile: another visit has its own bridge (create-bridge.ts), and so its own store. */
export const visitStore = <Store extends object>(create: () => Store) =>
  madeOnce(useBridge, create);

/** Store of the page, which holds a profile's data under the profile's ID. */
export const pageStore = <Store extends object>(create: (page: PageEnvironment) => Store) =>
  madeOnce(useEnvironment, create);
