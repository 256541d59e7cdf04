/** When Causeway locks by itself, and how it opens again. */
import { Button, Group, Select, Stack, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LockSettings, LockView } from '../../../bridge/lock.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useLock } from '../../app/gate/use-lock.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { Section } from '../../components/section.tsx';
import { isMac } from '../../format/is-mac.ts';
import { lockKeys } from '../../texts/vault.ts';
import { SaveActions } from './save-actions.tsx';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.lock;

const offered = [1, 2, 5, 10, 15, 30, 60, 120];
const never = 'never';

export function LockSection() {
  const { queries } = useBridge();
  const lock = useLock();
  const view = useQuery(queries.lock.view.queryOptions());
  return (
    <Section title={texts.title} lead={texts.lead}>
      <DetailStates query={view}>
        {(data) => (
          <Stack>
            <Facts isPlain>
              <Fact name={texts.opens}>{texts.opensBy[data.opensBy]}</Fact>
              <Fact name={texts.keys}>
                <Group gap="sm">
                  <kbd>{lockKeys(isMac())}</kbd>
                  <Button variant="default" size="compact-sm" onClick={lock}>
                    {texts.now}
                  </Button>
                </Group>
              </Fact>
            </Facts>
            <LockForm view={data} />
          </Stack>
        )}
      </DetailStates>
    </Section>
  );
}

function LockForm({ view }: { view: LockView }) {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const [changed, setChanged] = useState<LockSettings | null>(null);
  const values = changed ?? view.settings;
  const change = (part: Partial<LockSettings>) => setChanged({ ...values, ...part });
  const save = useMutation({
    mutationFn: (sent: LockSettings) => bridge.lock.save(sent),
    onSuccess(saved, sent) {
      client.setQueryData(queries.lock.view.queryOptions().queryKey, saved);
      // What was chosen since it was sent stays.
      setChanged((now) => (now === sent ? null : now));
    },
  });
  const { idleMinutes } = values;
  // One that was chosen elsewhere stays among them.
  const minutes = [...new Set([...offered, ...(idleMinutes === null ? [] : [idleMinutes])])];
  const choices = [...minutes.toSorted((one, other) => one - other)].map((n) => ({
    value: String(n),
    label: texts.minutes(n),
  }));
  return (
    <form
      className={classes['form']}
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(values);
      }}
    >
      <Select
        label={texts.idle}
        description={texts.idleHelp}
        allowDeselect={false}
        value={idleMinutes === null ? never : String(idleMinutes)}
        onChange={(value) => change({ idleMinutes: value === never ? null : Number(value) })}
        data={[...choices, { value: never, label: texts.never }]}
      />
      {view.isDefault && changed === null && (
        <p className={classes['note']}>
          {texts.byDefault[idleMinutes === null ? 'never' : 'after']}
        </p>
      )}
      <Switch
        label={texts.system}
        description={texts.systemHelp[view.hearsSystem]}
        checked={values.withSystem}
        onChange={({ currentTarget: { checked } }) => change({ withSystem: checked })}
      />
      <Failed error={save.error} />
      <SaveActions
        texts={texts}
        isSaving={save.isPending}
        isSaved={save.isSuccess && changed === null}
      />
    </form>
  );
}
