/** Networks that are offered, each with what Causeway checks an address on it by. */
import { familyOf } from '../../../contract/addresses/families.ts';
import { knownNetworks } from '../../../contract/currencies.ts';
import { virtualAccountTexts } from './texts.ts';

export const networkChoices = knownNetworks.map((value) => {
  const family = familyOf(value);
  return {
    value,
    label: family === null ? value : virtualAccountTexts.form.networkOf(value, family),
  };
});
