/** Hand-over between computers: this one’s card, a file for another one, and files from others. */
import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { HandoverView } from '../../../bridge/handover.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Copied, Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { HandoverForm } from './handover-form.tsx';
import { settingsTexts } from './texts.ts';
import { Words } from './words.tsx';

const texts = settingsTexts.handover;

export function HandoverSection() {
  const { queries } = useBridge();
  const handover = useQuery(queries.handover.get.queryOptions());
  return (
    <DetailStates query={handover}>
      {({ own, computers }) =>
        own === null ? (
          <Section title={texts.title}>
            <p>{texts.session}</p>
          </Section>
        ) : (
          <>
            <Card own={own} />
            <Section title={texts.save.title} lead={texts.save.lead}>
              <HandoverForm done={doneOf(computers)} />
            </Section>
            <OpenPart computers={computers} />
          </>
        )
      }
    </DetailStates>
  );
}

/** Changes with every file that was saved or merged: then the window has done its work. */
const doneOf = (computers: HandoverView['computers']): string =>
  computers.map(({ id, confirmedAt }) => `${id} ${confirmedAt}`).join();

function Card({ own }: { own: NonNullable<HandoverView['own']> }) {
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Facts isPlain>
        <Fact name={texts.computer}>{own.name}</Fact>
        <Fact name={texts.words}>
          <Words words={own.words} />
        </Fact>
        <Fact name={texts.card}>
          <Copied text={own.card} what={texts.card.toLowerCase()}>
            <span className="mono">{`${own.card.slice(0, 28)}…`}</span>
          </Copied>
        </Fact>
      </Facts>
    </Section>
  );
}

function OpenPart({ computers }: Pick<HandoverView, 'computers'>) {
  const { bridge, queries } = useBridge();
  const open = useDocument(() => bridge.handover.open(), doneOf(computers));
  const forget = useMutation(queries.handover.forget.mutationOptions());
  return (
    <Section title={texts.open.title} lead={texts.open.lead}>
      <Stack gap="md">
        <Group gap="sm">
          <DocumentButton document={open} variant="default">
            {texts.open.action}
          </DocumentButton>
        </Group>
        <SecretEntryStatus entry={open} />
        {computers.length > 0 && (
          <Facts isPlain>
            {computers.map(({ id, name, words, confirmedAt }) => (
              <Fact key={id} name={texts.known}>
                <strong>{name}</strong> · {texts.compared} <ShortMoment at={confirmedAt} />
                <Words words={words} />
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={texts.forgetOne(name)}
                  onClick={() => forget.mutate({ id })}
                >
                  {texts.forget}
                </Button>
              </Fact>
            ))}
          </Facts>
        )}
        <Failed error={forget.error} />
      </Stack>
    </Section>
  );
}
