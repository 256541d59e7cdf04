/** Documents of main's own, in which a person types secrets or confirms. No script of the page reaches them. */
import { z } from 'zod';

/**
 * A document was made. `path` is where the browser host serves it, single use, to be opened in a window
 * of its own. Where the host has opened the window itself, it only names that window, and begins with no slash;
 * null where nothing had to be asked. What came of it is told by changes.
 */
export const openedDocument = z.object({ path: z.string().nullable() });
export type OpenedDocument = z.infer<typeof openedDocument>;
