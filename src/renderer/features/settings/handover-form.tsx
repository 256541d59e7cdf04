/** What a hand-over file shall hold: profiles and a period. For whom it is, the person says in main’s document. */
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { MomentInput } from '../../components/moment-input.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { environmentName } from '../../format/environments.ts';
import { instantOfField } from '../../format/exact-instants.ts';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.handover.save;

/** `done` changes when the file was saved. */
export function HandoverForm({ done }: { done: string }) {
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
  if (profiles.data !== undefined && hosted.length === 0) return <p>{texts.none}</p>;
  return (
    <Stack gap="md">
      <Checkbox.Group
        label={texts.profiles}
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
          label={texts.from}
          value={from}
          onChange={setFrom}
          error={isWrong[0] ? texts.wrong : undefined}
        />
        <MomentInput
          label={texts.to}
          value={to}
          onChange={setTo}
          error={isWrong[1] ? texts.wrong : undefined}
        />
      </Group>
      <p className="dimmed">{texts.all}</p>
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
          {texts.action}
        </Button>
      </Group>
      <SecretEntryStatus entry={saving} />
    </Stack>
  );
}
