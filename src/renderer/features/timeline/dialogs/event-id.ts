/** The id of an event as a person gives it (Interface 2.7). */
import { idForms } from '../../../../contract/patterns.ts';

/** Whether the service can be asked for it. */
export const isEventId = (id: string): boolean => idForms.event.test(id);

/** What was pasted, without what stands around an id in a log or a mail: spaces, quotes, a full stop. */
export const tidyEventId = (text: string): string =>
  text.trim().replace(/^["'`<(\s]+|["'`>).,;\s]+$/g, '');
