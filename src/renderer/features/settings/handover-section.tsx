/** Hand-over between computers: this one’s card, a file for another one, and files from others. */
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HandoverView } from '../../../bridge/handover.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Copied, Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { MomentInput } from '../../components/moment-input.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { environmentName } from '../../format/environments.ts';
import { instantOfField } from '../../format/exact-instants.ts';
import { settingsTexts } from './texts.ts';
import { Words } from './words.tsx';

const saveTexts = settingsTexts.handover.save;

/** `done` changes when the file was saved. */
function HandoverForm({ done }: { done: string }) {
  const { bridge, queries } = useBridge();
  const profiles = useQuery(queries.profiles.list.queryOptions());
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const saving = useDocument(
    (what: Parameters<typeof bridge.handover.save>[0]) => bridge.handover.save(what),
    done,
  );
  // The built-in sandbox is a simulation of this computer.
  const hosted = (profiles.data ?? []).filter(({ environment }) => environment !== 'built-in');
  const selected = hosted.filter(({ isSelected }) => isSelected).map(({ id }) => id);
  const profileIds = chosen ?? selected;
  const moments = [from, to].map((value) => instantOfField(value));
  const isWrong = [from, to].map((value, at) => value.trim() !== '' && moments[at] === null);
  if (profiles.data !== undefined && hosted.length === 0) return <p>{saveTexts.none}</p>;
  return (
    <Stack gap="md">
      <Checkbox.Group
        label={saveTexts.profiles}
        value={[...profileIds]}
        onChange={(value) => setChosen(value)}
      >
        <Stack gap="xs" mt={4}>
          {hosted.map(({ id, name, environment, baseUrl }) => (
            <Checkbox
              key={id}
              size="sm"
              value={id}
              label={name}
              description={`${environmentName(environment, baseUrl)} · ${baseUrl ?? ''}`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group gap="md" align="flex-start">
        <MomentInput
          label={saveTexts.from}
          value={from}
          onChange={setFrom}
          error={isWrong[0] ? saveTexts.wrong : undefined}
        />
        <MomentInput
          label={saveTexts.to}
          value={to}
          onChange={setTo}
          error={isWrong[1] ? saveTexts.wrong : undefined}
        />
      </Group>
      <p className="dimmed">{saveTexts.all}</p>
      <Group gap="sm">
        <Button
          disabled={profileIds.length === 0 || isWrong.includes(true)}
          loading={saving.isOpening}
          onClick={() =>
            saving.open({
              profileIds: [...profileIds],
              from: moments[0] ?? null,
              to: moments[1] ?? null,
            })
          }
        >
          {saveTexts.action}
        </Button>
      </Group>
      <SecretEntryStatus entry={saving} />
    </Stack>
  );
}

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
