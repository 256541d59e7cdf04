/** Rows a page of a list (bridge: at most 200). */
export const pageSize = 100;
