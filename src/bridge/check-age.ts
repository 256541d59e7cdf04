/**
 * A proof older than this says nothing of now, in milliseconds: screens stop calling it fresh, and
 * schedules prove each path again before that.
 */
export const checkHoldsMs = 10 * 60_000;
