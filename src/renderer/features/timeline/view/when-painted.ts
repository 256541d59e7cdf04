/** A read that waits for the frame: what is there already is painted before more is asked for. */
import type { QueryFunction, QueryKey } from '@tanstack/react-query';

/** A window that is not seen paints nothing, and waits so many milliseconds. */
const unseen = 100;

const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, unseen);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });

export function whenPainted<Data>(options: { queryKey: QueryKey; queryFn: QueryFunction<Data> }): {
  queryKey: QueryKey;
  queryFn: QueryFunction<Data>;
} {
  const { queryKey, queryFn } = options;
  return {
    queryKey,
    queryFn: async (context) => {
      await nextFrame();
      return await queryFn(context);
    },
  };
}
