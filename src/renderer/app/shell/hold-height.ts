/**
 * A line that comes or goes over a screen moves the screen. Between a press and its release that
 * would take the pressed control away from under the pointer, and the click would be lost or go to
 * another control: so the height of those lines is held as long as a pointer is down.
 */

/** What is held: an element of the page. */
export interface HeldBox {
  readonly offsetHeight: number;
  readonly style: { height: string; overflow: string };
}

export interface Timers {
  /** Runs the task after that many milliseconds. @returns what ends it */
  readonly after: (task: () => void, milliseconds: number) => () => void;
}

/** The release of a scrollbar may never be told. */
export const maxHeldMs = 10_000;

/** @returns what ends it, with the height let go. */
export function holdHeightWhilePressed(page: EventTarget, box: HeldBox, timers: Timers) {
  let endTimer = (): void => undefined;
  const letGo = (): void => {
    endTimer();
    box.style.height = '';
    box.style.overflow = '';
  };
  const press = (): void => {
    endTimer();
    box.style.height = `${box.offsetHeight}px`;
    box.style.overflow = 'hidden';
    endTimer = timers.after(letGo, maxHeldMs);
  };
  const release = (): void => {
    endTimer();
    // The click follows its release.
    endTimer = timers.after(letGo, 0);
  };
  page.addEventListener('pointerdown', press, captured);
  for (const type of releases) page.addEventListener(type, release, captured);
  return (): void => {
    letGo();
    page.removeEventListener('pointerdown', press, captured);
    for (const type of releases) page.removeEventListener(type, release, captured);
  };
}

const releases = ['pointerup', 'pointercancel'];
/** Before whoever stops them on the way. */
const captured = { capture: true };
