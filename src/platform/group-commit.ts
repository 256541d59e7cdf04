/**
 * Group commit: items of one turn of the event loop, or that arrive while a group is made durable, are the
 * next group, so that many share one sync to disk. None waits for later ones.
 */
export interface GroupCommit<Item> {
  add(item: Item): void;
  /** Commits waiting items at once, group after group; for a synchronous `commit`. */
  flush(): void;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most commits give nothing.
type Committed = void | (() => void);

export interface GroupCommitOptions<Item> {
  /**
   * Makes a group durable, or not, and resolves its items. Never throws or rejects. What it gives resolves
   * them instead: it is called once the next group is on its way, so that neither waits for the other.
   */
  readonly commit: (group: readonly Item[]) => Committed | Promise<Committed>;
  readonly maxItems: number;
  /** A group that reaches it takes no more. */
  readonly maxBytes?: number;
  readonly bytesOf?: (item: Item) => number;
}

export function createGroupCommit<Item>(options: GroupCommitOptions<Item>): GroupCommit<Item> {
  const { commit, maxItems, maxBytes = Number.POSITIVE_INFINITY, bytesOf = () => 0 } = options;
  let waiting: Item[] = [];
  let isRunning = false;
  let whenIdle: (() => void)[] = [];

  const take = (): readonly Item[] => {
    let bytes = 0;
    let count = 0;
    for (const item of waiting) {
      if (count >= maxItems || (count > 0 && bytes >= maxBytes)) break;
      bytes += bytesOf(item);
      count += 1;
    }
    const group = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return group;
  };

  const run = async (): Promise<void> => {
    const group = take();
    const resolveItems = group.length > 0 ? await commit(group) : undefined;
    if (waiting.length > 0) {
      schedule();
      if (resolveItems !== undefined) setImmediate(resolveItems);
      return;
    }
    resolveItems?.();
    // What was resolved may have brought more.
    if (waiting.length > 0) {
      schedule();
      return;
    }
    isRunning = false;
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  };

  /** After the turn's reads, so that data already on the sockets is included. */
  const schedule = (): void => {
    isRunning = true;
    setImmediate(() => void run());
  };

  return {
    add(item) {
      waiting.push(item);
      if (!isRunning) schedule();
    },
    flush() {
      while (waiting.length > 0) void commit(take());
    },
    idle: () => (isRunning ? new Promise((resolve) => whenIdle.push(resolve)) : Promise.resolve()),
  };
}
