/**
 * A click anywhere in a row is one on its link. The link is no larger than its words: lying over the
 * row, it would take the hover of the other cells, which tells whole ids and exact times.
 */
import type { MouseEvent as ReactMouseEvent } from 'react';

export function clickRowLink(event: ReactMouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, label, select')) return;
  // Whoever marks text to copy it goes nowhere.
  if (window.getSelection()?.isCollapsed === false) return;
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey };
  const link = target.closest('[role="row"]')?.querySelector('a');
  link?.dispatchEvent(new MouseEvent('click', click));
}
