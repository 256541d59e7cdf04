/**
 * Whether what the first frame can do without is to be shown: not in the render that is painted first, and
 * from the next one on, which React makes in small steps and behind whatever a person does.
 */
import { useDeferredValue } from 'react';

export const useIsLater = (): boolean => useDeferredValue(true, false);
