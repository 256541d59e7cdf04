/** A state as people read it, on the page and on paper: `Processing`. A word of more than letters stays as it came. */
export const stateLabel = (state: string): string =>
  /^[a-z]+$/.test(state) ? `${state.charAt(0).toUpperCase()}${state.slice(1)}` : state;
