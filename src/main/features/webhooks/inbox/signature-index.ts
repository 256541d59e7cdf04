/**
 * Which genuine signatures are stored already: in memory, because an index on random bytes would touch
 * a page for every row. Of a signature its first 32 bits are kept, at a place that the next 32 tell, so
 * that a hit is checked against the row itself.
 *
 * Two tables of half the size: when the newer one is full, the older one is emptied and takes its place,
 * so that memory has a bound and stays steady.
 */
export interface SignatureIndex {
  /** Arrival of the delivery that has this signature (64 hex digits), or hardly ever another; null when unknown. */
  find(signature: string): number | null;
  add(signature: string, arrival: number): void;
  /** Undoes the last add of this signature. */
  remove(signature: string): void;
}

export function createSignatureIndex(capacity: number): SignatureIndex {
  const half = Math.max(1, Math.ceil(capacity / 2));
  let newer = createTable(half);
  let older: Table | null = null;
  return {
    find(signature) {
      const { high, low } = wordsOf(signature);
      return newer.find(high, low) ?? older?.find(high, low) ?? null;
    },
    add(signature, arrival) {
      const { high, low } = wordsOf(signature);
      if (newer.isFull()) {
        const emptied = older ?? createTable(half);
        emptied.clear();
        older = newer;
        newer = emptied;
      }
      newer.add(high, low, arrival);
    },
    remove(signature) {
      const { high, low } = wordsOf(signature);
      if (!newer.remove(high, low)) older?.remove(high, low);
    },
  };
}

function wordsOf(signature: string): { readonly high: number; readonly low: number } {
  return {
    high: Number.parseInt(signature.slice(0, 8), 16),
    low: Number.parseInt(signature.slice(8, 16), 16),
  };
}

type Table = ReturnType<typeof createTable>;

/** Share of the places that are taken at most: beyond it a look goes on over many others. */
const FULLEST = 0.7;
const WORD = 2 ** 32;
/** Marks in place of an arrival; arrivals begin at 1 and stay below 2 to the power of 48. */
const EMPTY = 0;
const REMOVED = 0xffff * WORD;

/**
 * Open addressing over ten bytes an entry. Made at its full size: one that grew would leave its smaller
 * arrays behind, and what the system hands out untouched takes no memory until it is written.
 */
function createTable(capacity: number) {
  const places = Math.ceil(capacity / FULLEST) + 1;
  const keys = new Uint32Array(places);
  const arrivalLows = new Uint32Array(places);
  const arrivalHighs = new Uint16Array(places);
  /** Places that are not empty, whether or not something was removed from them. */
  let used = 0;

  const arrivalAt = (place: number): number =>
    (arrivalHighs[place] ?? 0) * WORD + (arrivalLows[place] ?? 0);
  const put = (place: number, arrival: number): void => {
    arrivalLows[place] = arrival % WORD;
    arrivalHighs[place] = Math.floor(arrival / WORD);
  };
  /** Where it stands, or would stand. Signatures are as good as random, so places are evenly taken. */
  const placeOf = (high: number, low: number): number => {
    let place = Math.floor((low * places) / WORD);
    while (arrivalAt(place) !== EMPTY && keys[place] !== high) place = (place + 1) % places;
    return place;
  };

  return {
    isFull: () => used >= capacity,
    find(high: number, low: number): number | null {
      const arrival = arrivalAt(placeOf(high, low));
      return arrival === EMPTY || arrival === REMOVED ? null : arrival;
    },
    add(high: number, low: number, arrival: number): void {
      const place = placeOf(high, low);
      if (arrivalAt(place) === EMPTY) used += 1;
      keys[place] = high;
      put(place, arrival);
    },
    remove(high: number, low: number): boolean {
      const place = placeOf(high, low);
      const arrival = arrivalAt(place);
      if (arrival === EMPTY || arrival === REMOVED) return false;
      put(place, REMOVED);
      return true;
    },
    clear(): void {
      arrivalLows.fill(0);
      arrivalHighs.fill(0);
      used = 0;
    },
  };
}
