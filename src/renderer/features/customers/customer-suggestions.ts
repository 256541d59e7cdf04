/** Suggestions for the free text of a customer. They never restrict it (decisions 25). */
import type { Suggestion } from '../../components/suggestions.ts';

/** ISO 3166-1 alpha-2, officially assigned. */
const countryCodes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS ' +
  'BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE ' +
  'EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM ' +
  'HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC ' +
  'LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO ' +
  'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** Codes, with the names that the system knows, by name. */
export function countryChoices() {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return countryCodes
    .split(' ')
    .map((value) => ({ value, name: names.of(value) ?? value }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ value, name }) => ({ value, label: `${name} (${value})` }));
}

/** Short names of the kinds of tax identification that are met most. */
export const taxTypeSuggestions: readonly Suggestion[] = [
  { value: 'SSN', label: 'US social security number' },
  { value: 'EIN', label: 'US employer identification number' },
  { value: 'ITIN', label: 'US individual taxpayer identification number' },
  { value: 'TIN', label: 'Taxpayer identification number' },
  { value: 'VAT', label: 'Value added tax number' },
  { value: 'NINO', label: 'UK national insurance number' },
  { value: 'UTR', label: 'UK unique taxpayer reference' },
  { value: 'SIN', label: 'Canadian social insurance number' },
];
