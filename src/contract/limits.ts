/** Limits (Interface 8), without zod. Where none is specified, decisions say what we assume. */

/** Webhooks that may exist at a time. The API can't delete one. */
export const maxWebhooks = 10;

/** Average response time that a webhook receiver must stay under, in milliseconds (Interface 6, 8). */
export const maxAverageResponseMs = 5_000;

/** Largest request body that the sandbox and the receiver accept, in bytes (decisions 5). */
export const maxRequestBytes = 1024 * 1024;

/** Largest response that the console reads, in bytes. */
export const maxResponseBytes = 8 * 1024 * 1024;
