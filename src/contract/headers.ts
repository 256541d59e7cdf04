/** Headers of the API (Interface, conventions, 5, 6). Names in lower case. */
export const headers = {
  /** `Bearer <ACCESS_TOKEN>`; the token is a JWT (Interface 5.1). */
  authorization: 'authorization',
  /** Hex HMAC-SHA256 of a delivery's body (Interface 5.2). */
  signature: 'signature',
  contentType: 'content-type',
  retryAfter: 'retry-after',
} as const;

/** Content type of every request with a body (Interface, conventions). */
export const jsonContentType = 'application/json';
