/** How a case ends when it does not pass. */

/** The server departs from the interface. The message says how, without secrets. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** The case can't be tried here. The message says what is missing. */
export class Skip extends Error {
  override readonly name = 'Skip';
}
