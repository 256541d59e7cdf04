/**
 * The nonce of this response's Content-Security-Policy. Each host writes it into the page; without
 * it every style that is added at run time would be refused.
 */
export function readNonce(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** Style injectors of dependencies read the nonce from this global; it has to be set before render. */
export function publishNonce(target: object, nonce: string): void {
  Object.assign(target, { __webpack_nonce__: nonce });
}
