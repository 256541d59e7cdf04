/** V8 collects when it needs room: what a thread was about last stays resident for as long as it rests. */

/** Nothing came or went for so long, in milliseconds. */
const REST_MS = 5_000;

/** Returns what is called whenever the thread does something; at rest after that it gives memory back, once. */
export function collectAtRest(restMs = REST_MS): () => void {
  let timer: NodeJS.Timeout | null = null;
  return () => {
    timer ??= setTimeout(() => void collect().catch(() => undefined), restMs).unref();
    timer.refresh();
  };
}

/** The one way to it that needs no flag of V8. Stops this thread alone, for some 10 ms. */
async function collect(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
