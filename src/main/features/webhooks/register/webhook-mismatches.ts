/** Where a webhook is not what was asked for when it was created here (Interface 4.4). */
import type { Advice } from '../../../../bridge/webhooks.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { canonicalJson } from '../../../../platform/canonical-json.ts';

/** Events are a set: their order means nothing. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(value.map(String))].toSorted() : value;

const inWords = (value: unknown): string => {
  const shown = ordered(value);
  return Array.isArray(shown) ? shown.join(', ') : String(shown);
};

/** `entered` is what was sent, empty where it was not created here; `body` what the service says. */
export function mismatchAdvice(record: {
  readonly body: JsonObject;
  readonly entered: JsonObject;
}): Advice[] {
  return ['url', 'events', 'name'].flatMap((key) => {
    const [sent, told] = [record.entered[key], record.body[key]];
    if (sent == null || told == null) return [];
    if (canonicalJson(ordered(sent)) === canonicalJson(ordered(told))) return [];
    return [
      {
        code: `departs-${key}`,
        tone: key === 'name' ? ('warning' as const) : ('problem' as const),
        sentence: `The service reports the ${key === 'url' ? 'URL' : key} as ${inWords(told)}. The request had ${inWords(sent)}.`,
        whatToDo: 'Ask the service’s support. Causeway can’t change a webhook.',
      },
    ];
  });
}
