/** The id of an event as a person gives it (Interface 2.7). */
import { idForms } from '../../../../contract/patterns.ts';

/** Whether the service can be asked for it. */
export const isEventId = (id: string): boolean => idForms.event.test(id);
