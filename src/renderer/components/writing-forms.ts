import { createContext } from 'react';

/** Whether an address is of a form whose requests go to the service: said by the features' manifests. */
export const WritingFormsContext = createContext<(href: string) => boolean>(() => false);
