/** The ways in from outside, each with its last proof, and the receiver that they lead to. */
import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { TunnelKind } from '../../../../bridge/tunnels.ts';
import type { ReceiverView, RejectedView, WriterView } from '../../../../bridge/webhooks.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../../components/detail-states.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ExactMoment } from '../../../components/moment.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SecretEntryActions } from '../../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../../components/secret-entry/use-document.ts';
import { Section } from '../../../components/section.tsx';
import { StatusMark, type Tone } from '../../../components/status-mark.tsx';
import { useAddForm } from '../../../components/use-add-form.ts';
import { useRelayRoute } from '../../../components/use-relay-route.ts';
import { useUnsaved } from '../../../components/use-unsaved.ts';
import { webhookPaths } from '../paths.ts';
import classes from '../webhooks.module.css';
import { WebhooksFrame } from '../webhooks-frame.tsx';
import {
  emptyTunnelValues,
  newTunnelKinds,
  providerOf,
  tunnelChecks,
  tunnelSettingsOf,
} from './providers.tsx';
import { tunnelTexts } from './texts.ts';
import { TunnelItem } from './tunnel-item.tsx';

const receiverTexts = tunnelTexts.receiver;

/** The receiver: whether it listens, whether what comes is made durable, and what was not taken. */
function ReceiverSection({ receiver }: { receiver: ReceiverView }) {
  const { isListening, origin, sentence, writer, dropped } = receiver;
  return (
    <Section title={receiverTexts.title}>
      {isListening && origin !== null ? (
        <>
          <div className={classes['wraps']}>
            <StatusMark tone="green">{receiverTexts.listening(origin)}</StatusMark>
          </div>
          <p className={`${classes['prose']} dimmed`}>{receiverTexts.portHint}</p>
        </>
      ) : (
        <>
          <StatusMark tone="red">{receiverTexts.off}</StatusMark>
          <p className={classes['prose']}>{sentence}</p>
          <p className={`${classes['prose']} dimmed`}>{receiverTexts.offHint}</p>
        </>
      )}
      {writer !== null && <Writer writer={writer} />}
      {dropped !== null && <Dropped dropped={dropped} />}
    </Section>
  );
}

/** Nothing is said while it works and always did. */
function Writer({ writer }: { writer: WriterView }) {
  const { state, since, restarts, sentence } = writer;
  if (state === 'working') {
    return restarts === 0 ? null : (
      <div className={classes['gap']}>
        <StatusMark tone="amber">{receiverTexts.restarted(restarts)}</StatusMark>
      </div>
    );
  }
  return (
    <div className={classes['gap']}>
      <Notice tone="red" role="alert" title={receiverTexts.writer[state]}>
        <p>{sentence}</p>
        <p>{receiverTexts.writerToDo[state]}</p>
        {since !== null && (
          <p className="dimmed">
            {receiverTexts.since} <ExactMoment at={since} />
          </p>
        )}
      </Notice>
    </div>
  );
}

function Dropped({ dropped }: { dropped: RejectedView }) {
  const { queries } = useBridge();
  const about = useQuery(queries.connection.about.queryOptions());
  const reasons = rejectedReasons(dropped);
  const since =
    about.data === undefined ? null : (
      <>
        {' '}
        (<ExactMoment at={about.data.startedAt} />)
      </>
    );
  if (reasons.length === 0) {
    return (
      <p className={`${classes['prose']} dimmed`}>
        {receiverTexts.nothingDropped}
        {since}.
      </p>
    );
  }
  return (
    <div className={classes['gap']}>
      <p className={classes['prose']}>
        {receiverTexts.droppedLead}
        {since}:
      </p>
      <ul className={classes['items']} aria-label={receiverTexts.droppedLabel}>
        {reasons.map(({ reason, tone, count }) => (
          <li key={reason} className={classes['dropped']}>
            <StatusMark tone={tone}>
              <strong>{groupedCount(count)}</strong> {receiverTexts.reasons[reason].what}
            </StatusMark>
            <p className={`${classes['prose']} dimmed`}>{receiverTexts.reasons[reason].whatToDo}</p>
          </li>
        ))}
      </ul>
      <p className={`${classes['prose']} dimmed`}>{receiverTexts.perWebhook}</p>
    </div>
  );
}

/** Asks for a tunnel. A person confirms it in a document of main's own; secrets are entered afterwards in others. */
const texts = tunnelTexts.form;

interface AddTunnelFormProps {
  /** Kinds that can't be had, and why. */
  unavailable: readonly { kind: TunnelKind; sentence: string }[];
  /** `http://127.0.0.1:<port>` of the receiver. */
  receiverOrigin: string | null;
  onCancel: () => void;
}

function AddTunnelForm({ unavailable, receiverOrigin, onCancel }: AddTunnelFormProps) {
  const { bridge } = useBridge();
  const reasons = new Map(unavailable.map(({ kind, sentence }) => [kind, sentence]));
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      ...emptyTunnelValues,
      kind: newTunnelKinds.find((kind) => !reasons.has(kind)) ?? emptyTunnelValues.kind,
    },
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: tunnelChecks,
  });
  // A kind alone is quickly chosen again.
  useUnsaved(Object.keys(form.values).some((name) => name !== 'kind' && form.isDirty(name)));
  const adding = useDocument((values: typeof form.values) =>
    bridge.tunnels.add(tunnelSettingsOf(values)),
  );
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={texts.title}
      onSubmit={form.onSubmit((values) => adding.open(values))}
    >
      <Radio.Group label={texts.kind} {...form.getInputProps('kind')}>
        <Stack gap={8}>
          {newTunnelKinds.map((value) => (
            <Radio
              key={value}
              value={value}
              size="sm"
              label={providerOf(value).label}
              disabled={reasons.has(value)}
              description={reasons.get(value) ?? providerOf(value).hint}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput label={texts.name} {...form.getInputProps('name')} />
      {providerOf(form.values.kind).fields(form, receiverOrigin)}
      <SecretEntryActions entry={adding} action={texts.action} onCancel={onCancel} />
    </form>
  );
}

export function TunnelsPart() {
  const { queries } = useBridge();
  const tunnels = useQuery(queries.tunnels.list.queryOptions());
  const form = useAddForm(tunnels.data?.rows.map(({ id }) => id));
  const webhooks = useQuery({
    ...queries.webhooks.list.queryOptions(),
    // What was turned away is counted without a notice.
    refetchInterval: 10_000,
  });
  const receiver = webhooks.data?.receiver;
  const isAtRelay = useRelayRoute() !== undefined;
  const { empty } = tunnelTexts;
  return (
    <WebhooksFrame
      current={webhookPaths.tunnels}
      action={<Button onClick={form.open}>{tunnelTexts.add}</Button>}
    >
      <div className={classes['body']}>
        <DetailStates query={tunnels} isList failed={tunnelTexts.failed}>
          {({ rows, unavailable, notices }) => (
            <>
              {notices.length > 0 && (
                <div className={classes['notices']}>
                  {notices.map((notice) => (
                    <Notice key={notice} tone="amber">
                      <span className={classes['notice']}>{notice}</span>
                    </Notice>
                  ))}
                </div>
              )}
              {form.isOpen && (
                <Section title={tunnelTexts.form.title}>
                  <AddTunnelForm
                    unavailable={unavailable}
                    receiverOrigin={receiver?.origin ?? null}
                    onCancel={form.close}
                  />
                </Section>
              )}
              {rows.length === 0 ? (
                !form.isOpen && (
                  <EmptyState title={empty.title} body={isAtRelay ? empty.atRelay : empty.body} />
                )
              ) : (
                <Section title={tunnelTexts.listLabel} lead={tunnelTexts.lead}>
                  <ul className={classes['items']}>
                    {rows.map((tunnel) => (
                      <TunnelItem key={tunnel.id} tunnel={tunnel} />
                    ))}
                  </ul>
                </Section>
              )}
            </>
          )}
        </DetailStates>
        {receiver !== undefined && <ReceiverSection receiver={receiver} />}
      </div>
    </WebhooksFrame>
  );
}

/**
 * What the receiver did not take, in the order in which a person should look at it. The service's own deliveries may be among the first ones (it is asked to send them again); the others
 * are most likely not of the service at all.
 */
const order: readonly (readonly [reason: keyof RejectedView, tone: Tone])[] = [
  ['notDurable', 'red'],
  ['holdFull', 'amber'],
  ['noRoom', 'amber'],
  ['connectionsRefused', 'amber'],
  ['timedOut', 'amber'],
  ['tooLarge', 'amber'],
  ['wrongPath', 'grey'],
  ['wrongMethod', 'grey'],
  ['malformed', 'grey'],
];

interface RejectedReason {
  readonly reason: keyof RejectedView;
  readonly tone: Tone;
  readonly count: number;
}

/** Those that happened at all. */
export const rejectedReasons = (dropped: RejectedView): RejectedReason[] =>
  order
    .map(([reason, tone]) => ({ reason, tone, count: dropped[reason] }))
    .filter(({ count }) => count > 0);
