/** Networks that are offered, each with what Causeway checks an address on it by. */
import { familyOf } from '../../../contract/addresses/families.ts';
import { canonicalNetwork, knownNetworks } from '../../../contract/currencies.ts';
import { virtualAccountTexts } from './texts.ts';

/** Each network once, by its one name. */
const offered = knownNetworks.filter((name) => canonicalNetwork(name) === name);

export const networkChoices = offered.map((value) => {
  const family = familyOf(value);
  return {
    value,
    label: family === null ? value : virtualAccountTexts.form.networkOf(value, family),
  };
});
