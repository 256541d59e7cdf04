/** A condition on rows of `events e`, with what stands for its question marks. */
export interface Conditions {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}
