/** The record as it was received: a tree that is closed until somebody asks. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { sourceTexts } from '../texts/states.ts';
import { CopyTextButton } from './copy-button.tsx';
import { JsonTree, type JsonValue } from './json-tree.tsx';
import { Section } from './section.tsx';

export function AsReceivedSection({ value }: { value: JsonValue }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      title={sourceTexts.asReceived}
      lead={sourceTexts.asReceivedLead}
      action={
        <Button variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? sourceTexts.hide : sourceTexts.show}
        </Button>
      }
    >
      {isOpen && (
        <>
          <JsonTree value={value} />
          <CopyTextButton text={JSON.stringify(value, null, 2)} label={sourceTexts.copyJson} />
        </>
      )}
    </Section>
  );
}
