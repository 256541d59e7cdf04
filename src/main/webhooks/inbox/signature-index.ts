/**
 * Which genuine signatures are stored already, by their first 64 bits: in memory, because an index
 * on random bytes would touch a page for every row. A hit is checked against the row itself.
 *
 * Two tables of half the size: when the newer one is full, the older one is forgotten, so that memory
 * has a bound and stays steady.
 */
export interface SignatureIndex {
  /** Arrival of the delivery that has a signature (64 hex digits) with these first 64 bits; null when unknown. */
  find(signature: string): number | null;
  add(signature: string, arrival: number): void;
  /** Undoes the last add of this signature. */
  remove(signature: string): void;
}

export function createSignatureIndex(capacity: number): SignatureIndex {
  const half = Math.max(1, Math.ceil(capacity / 2));
  let newer = createTable(half);
  let older = createTable(half);
  return {
    find(signature) {
      const { high, low } = wordsOf(signature);
      return newer.find(high, low) ?? older.find(high, low);
    },
    add(signature, arrival) {
      const { high, low } = wordsOf(signature);
      if (newer.size() >= half) {
        older = newer;
        newer = createTable(half);
      }
      newer.add(high, low, arrival);
    },
    remove(signature) {
      const { high, low } = wordsOf(signature);
      if (!newer.remove(high, low)) older.remove(high, low);
    },
  };
}

function wordsOf(signature: string): { readonly high: number; readonly low: number } {
  return {
    high: Number.parseInt(signature.slice(0, 8), 16),
    low: Number.parseInt(signature.slice(8, 16), 16),
  };
}

/** Marks in place of an arrival; arrivals begin at 1. */
const EMPTY = 0;
const REMOVED = -1;

/** Open addressing that grows by doubling; never more than half full. */
function createTable(capacity: number) {
  const most = 2 ** Math.ceil(Math.log2(capacity * 2));
  let places = Math.min(most, 1024);
  let highs = new Uint32Array(places);
  let lows = new Uint32Array(places);
  let arrivals = new Float64Array(places);
  let used = 0;
  let size = 0;

  const placeOf = (high: number, low: number): number => {
    let place = low & (places - 1);
    while (arrivals[place] !== EMPTY && !(highs[place] === high && lows[place] === low)) {
      place = (place + 1) & (places - 1);
    }
    return place;
  };

  const grow = () => {
    const [oldHighs, oldLows, oldArrivals] = [highs, lows, arrivals];
    places *= 2;
    highs = new Uint32Array(places);
    lows = new Uint32Array(places);
    arrivals = new Float64Array(places);
    used = size;
    for (const [index, arrival] of oldArrivals.entries()) {
      if (arrival > 0) put(oldHighs[index] ?? 0, oldLows[index] ?? 0, arrival);
    }
  };

  const put = (high: number, low: number, arrival: number) => {
    const place = placeOf(high, low);
    highs[place] = high;
    lows[place] = low;
    arrivals[place] = arrival;
  };

  return {
    size: () => size,
    find(high: number, low: number): number | null {
      const arrival = arrivals[placeOf(high, low)] ?? EMPTY;
      return arrival > 0 ? arrival : null;
    },
    add(high: number, low: number, arrival: number): void {
      if (used * 2 >= places) grow();
      const before = arrivals[placeOf(high, low)] ?? EMPTY;
      if (before === EMPTY) used += 1;
      if (before <= 0) size += 1;
      put(high, low, arrival);
    },
    remove(high: number, low: number): boolean {
      const place = placeOf(high, low);
      if ((arrivals[place] ?? EMPTY) <= 0) return false;
      arrivals[place] = REMOVED;
      size -= 1;
      return true;
    },
  };
}
