/** In the address of a screen: opens the help of that screen over it. */
export const helpQuery = 'help';

export const helpHref = (path: string): string => `${path}?${helpQuery}`;
