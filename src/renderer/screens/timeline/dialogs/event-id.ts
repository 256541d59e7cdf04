/** The id of an event as a person gives it (Interface 2.7). */

const eventIdForm = /^event_[a-z0-9]+$/;

/** Whether it has the form that the service takes. */
export const isEventId = (id: string): boolean => eventIdForm.test(id);

/** What was pasted, without what stands around an id in a log or a mail: spaces, quotes, a full stop. */
export const tidyEventId = (text: string): string =>
  text.trim().replace(/^["'`<(\s]+|["'`>).,;\s]+$/g, '');
