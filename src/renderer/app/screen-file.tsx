/** A screen in a file of its own, loaded when it is needed. */
import { type ComponentType, lazy, useState } from 'react';

export interface ScreenFile<Props extends object> {
  /** Renders the screen; suspends while its file is not there. */
  readonly Screen: ComponentType<Props>;
  /** Brings the file, so that a later render needs no wait. A failure shows where it is rendered. */
  readonly load: () => Promise<void>;
}

/**
 * React.lazy alone always suspends once, and React holds back what follows a fallback for 300 ms.
 * A file that has come is rendered at once instead. Chosen a mount: what is on the screen never
 * changes its component, which would lose its state.
 */
export function screenFile<Props extends object>(
  bring: () => Promise<ComponentType<Props>>,
): ScreenFile<Props> {
  let here: ComponentType<Props> | null = null;
  const bringOnce = async () => {
    here ??= await bring();
    return { default: here };
  };
  const Later = lazy(bringOnce) as unknown as ComponentType<Props>;
  return {
    Screen: (props) => {
      const [Chosen] = useState<ComponentType<Props>>(() => here ?? Later);
      return <Chosen {...props} />;
    },
    load: async () => {
      await bringOnce();
    },
  };
}
