/** Texts of the field and the filter that choose a customer. */
export const customerChoiceTexts = {
  filter: 'Customer',
  help: 'Enter a name, an email or an ID',
  none: 'No known customer matches.',
  more: (count: string) => `${count} more match. Enter more to find them.`,
};
