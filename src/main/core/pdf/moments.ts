/** Dates and moments as PDFs tell them; in English, as Causeway is. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept, because one takes longer to make than a page. `name` tells the options of one zone apart. */
function formatIn(name: string, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const key = `${name} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  formats.set(key, format);
  return format;
}

/** `21 November 2026`, in an order that can’t be misread. */
export const formatDate = (instant: string, timeZone: string): string =>
  formatIn('date', timeZone, { day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(instant),
  );

/** `GMT+1`: the zone at that moment. */
export const zoneName = (instant: string, timeZone: string): string =>
  formatIn('zone', timeZone, { timeZoneName: 'short' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** `21 November 2026, 20:32 UTC` */
export function formatMoment(instant: string, timeZone: string): string {
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  const shown = formatIn('time', timeZone, time).format(new Date(instant));
  return `${formatDate(instant, timeZone)}, ${shown}`;
}
