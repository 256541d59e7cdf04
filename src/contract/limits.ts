/** Limits (Interface 8), without zod. Where the interface shows none, decisions say what we assume. */

/** Webhooks that may exist at a time. There is no operation that deletes one. */
export const maxWebhooks = 10;

/** Average response time that a webhook receiver must stay under, in milliseconds (Interface 6, 8). */
export const maxAverageResponseMs = 5_000;

/** Largest request body that the sandbox takes and the receiver accepts, in bytes (decisions 5). */
export const maxRequestBytes = 1024 * 1024;

/** Largest answer that the console reads, in bytes. */
export const maxResponseBytes = 8 * 1024 * 1024;
