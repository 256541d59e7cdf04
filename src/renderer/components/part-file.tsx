/**
 * A part of a screen in a file of its own, which comes behind the screen's first frame. Not by Suspense:
 * React holds back what follows a fallback for 300 ms.
 */
import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';

export interface PartFile<Props extends object> {
  /** `before` stands in its place until the file is there; a file that does not come breaks the screen. */
  readonly Part: ComponentType<Props & { before?: ReactNode }>;
  /** Brings the file. A failure shows where it is rendered. */
  readonly load: () => Promise<void>;
}

export function partFile<Props extends object>(
  bring: () => Promise<ComponentType<Props>>,
): PartFile<Props> {
  let here: ComponentType<Props> | null = null;
  const load = async (): Promise<void> => {
    here ??= await bring();
  };
  return {
    load,
    Part: ({ before = null, ...props }) => {
      const [Here, setHere] = useState(() => here);
      const [failure, setFailure] = useState<{ error: unknown } | null>(null);
      useEffect(() => {
        if (Here !== null) return;
        load().then(
          // In small steps: what is there already can be used meanwhile.
          () => startTransition(() => setHere(() => here)),
          (error: unknown) => setFailure({ error }),
        );
      }, [Here]);
      if (failure !== null) throw failure.error;
      return Here === null ? before : <Here {...(props as unknown as Props)} />;
    },
  };
}
