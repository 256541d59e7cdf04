/** Bounds of bulk files, apart from the contract so that the page needs no zod for them. */

/** Largest file, in bytes, and most rows below its header. */
export const maxBulkBytes = 20 * 1024 * 1024;
export const maxBulkRows = 50_000;
/** Bytes of the file in one `upload.append`: a message of the bridge holds 1 MiB. */
export const uploadChunkBytes = 512 * 1024;
