/**
 * Every array of bytes in a call of a thread is a key. The thread gets it as memory of both, so that it can be
 * overwritten here whenever the thread is done or ended.
 *
 * @param keys those that it made are added
 */
export function withSharedKeys<Value>(value: Value, keys: Uint8Array[]): Value {
  return shared(value, keys) as Value;
}

function shared(value: unknown, keys: Uint8Array[]): unknown {
  if (value instanceof Uint8Array) {
    const key = new Uint8Array(new SharedArrayBuffer(value.length));
    key.set(value);
    keys.push(key);
    return key;
  }
  if (Array.isArray(value)) return value.map((one) => shared(one, keys));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shared(one, keys)]));
}
