import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

type Options<Data, Asked> = Omit<UseMutationOptions<Data, Error, Asked>, 'onSettled'>;

/** A mutation that is not begun again while it is under way: of two presses the first counts, also before it shows. */
export function useSingleMutation<Data, Asked = void>(options: Options<Data, Asked>) {
  const isUnderWay = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  const mutate = (asked: Asked): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutation.mutate(asked);
  };
  return { ...mutation, mutate };
}
