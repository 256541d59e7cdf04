/** What an empty list says while the window looks back. */
import { Button } from '@mantine/core';
import { useKnownAt } from '../stores/known-at.ts';
import { asOfTexts } from '../texts/as-of.ts';

export const emptyThen = (many: string) => ({
  title: asOfTexts.empty(many),
  body: asOfTexts.emptyBody,
  action: <BackToNow />,
});

export function BackToNow() {
  const { backToNow } = useKnownAt();
  return (
    <Button variant="default" onClick={backToNow}>
      {asOfTexts.leave}
    </Button>
  );
}
