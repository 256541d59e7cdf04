/** One address: what goes there, what came of it, and what can be done. */
import { Button, Modal, NativeSelect, Radio, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ForwardTargetView, ReplaySelection } from '../../../../bridge/forwarding.ts';
import type { WebhookRow } from '../../../../bridge/webhooks.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { AskDialog } from '../../../components/ask-dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Fact, Facts } from '../../../components/facts.tsx';
import { Failed } from '../../../components/failure-notice.tsx';
import { ExactMoment } from '../../../components/moment.tsx';
import { MomentInput } from '../../../components/moment-input.tsx';
import { SecretEntryStatus } from '../../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../../components/secret-entry/use-document.ts';
import { StatusMark } from '../../../components/status-mark.tsx';
import { useNow } from '../../../components/use-now.ts';
import { EventsField } from '../events-field.tsx';
import { EventNames } from '../registered-section.tsx';
import { nameOf } from '../webhook-columns.tsx';
import classes from '../webhooks.module.css';
import {
  type ReplayValues,
  replayChecks,
  replaySelectionOf,
  sinceOf,
  targetStateOf,
} from './forward-forms.ts';
import { forwardingTexts } from './texts.ts';

const replayTexts = forwardingTexts.replay;

interface ReplayDialogProps {
  isOpen: boolean;
  target: ForwardTargetView;
  webhooks: readonly WebhookRow[];
  onClose: () => void;
}

/** Sends stored deliveries to an address again: all since a time, or those of a filter. */
function ReplayDialog(props: ReplayDialogProps) {
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      size="lg"
      title={replayTexts.title(props.target.name)}
    >
      <ReplayForm {...props} />
    </Modal>
  );
}

function ReplayForm({ target, webhooks, onClose }: ReplayDialogProps) {
  const { bridge } = useBridge();
  const replay = useDocument((selection: ReplaySelection) =>
    bridge.forwarding.replay({ targetId: target.id, selection }),
  );
  const now = useNow();
  const form = useForm<ReplayValues>({
    mode: 'controlled',
    initialValues: {
      by: 'since',
      since: sinceOf(target, now),
      until: '',
      webhookId: '',
      events: [],
    },
    clearInputErrorOnChange: true,
    validate: replayChecks,
  });
  const isFilter = form.values.by === 'filter';
  const send = form.onSubmit((values) => replay.open(replaySelectionOf(values)));
  return (
    <form noValidate onSubmit={send}>
      <Stack gap="sm">
        <Radio.Group label={replayTexts.which} {...form.getInputProps('by')}>
          <Stack gap={8}>
            <Radio value="since" size="sm" label={replayTexts.since} />
            <Radio value="filter" size="sm" label={replayTexts.filter} />
          </Stack>
        </Radio.Group>
        <div className={classes['pair']}>
          <MomentInput
            label={replayTexts.sinceTime}
            description={isFilter && replayTexts.sinceHelp}
            {...form.getInputProps('since')}
          />
          {isFilter && (
            <MomentInput
              label={replayTexts.untilTime}
              description={replayTexts.untilHelp}
              {...form.getInputProps('until')}
            />
          )}
        </div>
        {isFilter && (
          <>
            <NativeSelect
              label={replayTexts.webhook}
              data={[
                { value: '', label: forwardingTexts.form.allWebhooks },
                ...webhooks.map((row) => ({ value: row.id, label: nameOf(row) })),
              ]}
              {...form.getInputProps('webhookId')}
            />
            <EventsField
              withUnlisted
              label={replayTexts.events}
              help={forwardingTexts.form.eventsHelp}
              value={form.values.events}
              onChange={(events) => form.setFieldValue('events', events)}
            />
          </>
        )}
        <p className={`${classes['prose']} dimmed`}>{replayTexts.hint}</p>
        <SecretEntryStatus entry={replay} onDone={onClose} />
        <DialogActions action={replayTexts.action} isBusy={replay.isOpening} onCancel={onClose} />
      </Stack>
    </form>
  );
}

const texts = forwardingTexts.target;

export interface TargetItemProps {
  target: ForwardTargetView;
  webhooks: readonly WebhookRow[];
}

export function TargetItem({ target, webhooks }: TargetItemProps) {
  const standing = targetStateOf(target, useNow());
  const from = webhooks.find((row) => row.id === target.webhookId);
  return (
    <li className={classes['item']}>
      <div className={classes['head']}>
        <Title order={3}>{target.name}</Title>
        <span className={classes['end']}>
          <StatusMark tone={standing.tone}>{standing.mark}</StatusMark>
        </span>
      </div>
      {standing.reason !== null && <p className={classes['prose']}>{standing.reason}</p>}
      {target.isLent && <p className={`${classes['prose']} dimmed`}>{texts.lentHint}</p>}
      <Facts>
        <Fact name={texts.url}>
          <span className="mono">{target.url}</span>
        </Fact>
        <Fact name={texts.from}>
          {target.webhookId === null
            ? texts.all
            : from === undefined
              ? target.webhookId
              : nameOf(from)}
        </Fact>
        <Fact name={texts.events}>
          {target.events.length === 0 ? texts.allEvents : <EventNames events={target.events} />}
        </Fact>
        {target.isForTeam && <Fact name={texts.forTeam}>{texts.oneOfTeam}</Fact>}
        <Fact name={texts.counts}>
          <TargetCounts target={target} />
        </Fact>
        <Fact name={texts.last}>
          {target.lastResult ?? texts.nothing}
          {target.lastResultAt !== null && (
            <div>
              <ExactMoment at={target.lastResultAt} />
            </div>
          )}
        </Fact>
        {target.nextTryAt !== null && (
          <Fact name={texts.next}>
            <ExactMoment at={target.nextTryAt} />
          </Fact>
        )}
      </Facts>
      <TargetActions target={target} webhooks={webhooks} />
    </li>
  );
}

function TargetCounts({ target }: { target: ForwardTargetView }) {
  const { delivered, waiting, failed } = target;
  if (delivered + waiting + failed === 0) return texts.nothing;
  return (
    <span className={classes['marks']}>
      {failed > 0 && <StatusMark tone="red">{texts.failed(groupedCount(failed))}</StatusMark>}
      {waiting > 0 && <StatusMark tone="blue">{texts.waiting(groupedCount(waiting))}</StatusMark>}
      {delivered > 0 && (
        <StatusMark tone="green">{texts.delivered(groupedCount(delivered))}</StatusMark>
      )}
    </span>
  );
}

function TargetActions({ target, webhooks }: TargetItemProps) {
  const { queries } = useBridge();
  const [asking, setAsking] = useState<'remove' | 'replay' | null>(null);
  const back = () => setAsking(null);
  const pause = useMutation(queries.forwarding.pauseTarget.mutationOptions());
  const remove = useMutation(queries.forwarding.removeTarget.mutationOptions({ onSuccess: back }));
  const { id, name, isPaused } = target;
  const pauseLabel = isPaused ? texts.goOn : texts.pause;
  return (
    <>
      <div className={classes['actions']}>
        <Button
          variant="default"
          aria-label={`${texts.replay}: ${name}`}
          onClick={() => setAsking('replay')}
        >
          {texts.replay}
        </Button>
        <Button
          variant="default"
          aria-label={`${pauseLabel}: ${name}`}
          loading={pause.isPending}
          onClick={() => pause.mutate({ id, isPaused: !isPaused })}
        >
          {pauseLabel}
        </Button>
        <Button
          variant="default"
          aria-label={`${texts.remove}: ${name}`}
          onClick={() => setAsking('remove')}
        >
          {texts.remove}
        </Button>
      </div>
      <Failed error={pause.error} />
      <AskDialog
        isOpen={asking === 'remove'}
        title={forwardingTexts.remove.title}
        action={forwardingTexts.remove.action}
        isBusy={remove.isPending}
        error={remove.error}
        onBack={back}
        onGoOn={() => remove.mutate({ id })}
      >
        <p>{forwardingTexts.remove.body(name)}</p>
      </AskDialog>
      <ReplayDialog
        isOpen={asking === 'replay'}
        target={target}
        webhooks={webhooks}
        onClose={back}
      />
    </>
  );
}
