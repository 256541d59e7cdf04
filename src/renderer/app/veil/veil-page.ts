/**
 * What the veil does to the page, beside its looks (veil.css): a key shows one value, which the keyboard reaches
 * too, and no tooltip says what is veiled.
 */

/** State at the root: `on`, or while the key is held, by what a value is found. */
type VeilState = 'on' | 'hover' | 'focus';

/** Veils the page until the function that it returns is called. */
export function veilPage(page: Document): () => void {
  const { documentElement: root } = page;
  const show = (state: VeilState): void => {
    root.dataset['veil'] = state;
  };
  show('on');
  const stopWatching = watchKey(page, page.defaultView ?? page, show);
  const leaveValues = changeValues(page);
  return () => {
    stopWatching();
    leaveValues();
    delete root.dataset['veil'];
  };
}

/** Keys that move the focus or the selection. */
const moves = ['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'j', 'k'];

/**
 * Alt shows what the pointer is over or what has the focus, whichever was moved last. Whenever it is not sure
 * that the key is held (another window, a key let go elsewhere), everything is veiled.
 */
export function watchKey(
  page: EventTarget,
  frame: EventTarget,
  show: (state: VeilState) => void,
): () => void {
  let by: 'hover' | 'focus' = 'hover';
  let isHeld = false;
  const set = (held: boolean): void => {
    isHeld = held;
    show(held ? by : 'on');
  };
  const onKey = (event: Event): void => {
    const { key, altKey, type } = event as KeyboardEvent;
    if (moves.includes(key)) by = 'focus';
    if (key === 'Alt') {
      // By itself it would open the window's menu.
      event.preventDefault();
      set(type === 'keydown');
    } else set(isHeld && altKey);
  };
  const onPointer = (event: Event): void => {
    by = 'hover';
    set(isHeld && (event as PointerEvent).altKey);
  };
  const letGo = (): void => set(false);
  const heard = [
    [page, 'keydown', onKey],
    [page, 'keyup', onKey],
    [page, 'pointermove', onPointer],
    [page, 'visibilitychange', letGo],
    [frame, 'blur', letGo],
  ] as const;
  // Before a dialog or a field that keeps keys to itself.
  const first = { capture: true };
  for (const [target, name, listener] of heard) target.addEventListener(name, listener, first);
  return () => {
    for (const [target, name, listener] of heard) target.removeEventListener(name, listener, first);
  };
}

/** Values that the keyboard reaches while they are veiled. */
const values = 'dd:not([tabindex], [data-plain] > div > dd)';

/** Any tooltip may say what is veiled below it: only those of the frame and of moments stay. */
const titled = '[title]:not(time, [data-plain], aside [title])';

function changeValues(page: Document): () => void {
  const hide = (element: Element): void => {
    element.setAttribute('data-title', element.getAttribute('title') ?? '');
    element.removeAttribute('title');
  };
  const reach = (element: Element): void => {
    element.setAttribute('tabindex', '0');
    element.setAttribute('data-reached', '');
  };
  const hideIn = (node: Node): void => {
    if (!(node instanceof Element)) return;
    for (const [selector, change] of [[titled, hide] as const, [values, reach] as const]) {
      if (node.matches(selector)) change(node);
      for (const element of node.querySelectorAll(selector)) change(element);
    }
  };
  hideIn(page.body);
  // Told before the next frame is drawn.
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Element && target.matches(titled)) hide(target);
      for (const node of addedNodes) hideIn(node);
    }
  });
  observer.observe(page.body, { subtree: true, childList: true, attributeFilter: ['title'] });
  return () => {
    observer.disconnect();
    for (const element of page.querySelectorAll('[data-reached]')) {
      element.removeAttribute('tabindex');
      element.removeAttribute('data-reached');
    }
    for (const element of page.querySelectorAll('[data-title]')) {
      if (!element.hasAttribute('title')) {
        element.setAttribute('title', element.getAttribute('data-title') ?? '');
      }
      element.removeAttribute('data-title');
    }
  };
}
