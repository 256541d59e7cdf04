/** Triggers any event, and leads to what was delivered of it. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { eventNames } from '../../../contract/event-names.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { SuggestionInput } from '../../components/suggestion-input.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { timelinePaths } from '../timeline/paths.ts';
import { webhookPaths } from '../webhooks/paths.ts';
import classes from './sandbox.module.css';
import { SandboxTable } from './sandbox-table.tsx';
import { sandboxTexts } from './texts.ts';

const texts = sandboxTexts.events;

const countProblem = (typed: string): string | null =>
  /^\d{1,3}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= 100
    ? null
    : texts.countProblem;

export function EventsSection() {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: '', resource: '', count: '1' },
    validate: {
      name: (value) => (value.trim() === '' ? texts.needsName : null),
      count: countProblem,
    },
  });
  const trigger = useMutation({
    mutationFn: ({ count, ...event }: typeof form.values) =>
      bridge.sandboxControls.trigger({ profileId, ...event, count: Number(count) }),
  });
  return (
    <Section title={texts.title} lead={texts.lead}>
      <form
        className={classes['form']}
        noValidate
        aria-label={texts.title}
        onSubmit={form.onSubmit((values) => trigger.mutate(values))}
      >
        <SuggestionInput
          name="name"
          label={texts.name}
          description={texts.nameHelp}
          suggestions={eventNames}
          value={form.values.name}
          error={form.errors['name']}
          onChange={(name) => form.setFieldValue('name', name)}
          onLeave={() => undefined}
        />
        <TextInput label={texts.count} inputMode="numeric" {...form.getInputProps('count')} />
        <Textarea
          className={classes['wide'] ?? ''}
          label={texts.resource}
          description={texts.resourceHelp}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          {...form.getInputProps('resource')}
        />
        <div className={classes['wide']}>
          <div className={classes['act']}>
            <Button type="submit" loading={trigger.isPending}>
              {texts.trigger}
            </Button>
            <span role="status">
              {trigger.data !== undefined && (
                <StatusMark tone="green">
                  {texts.triggered(trigger.data.eventIds.length)}
                </StatusMark>
              )}
            </span>
          </div>
          <Failed error={trigger.error} />
        </div>
      </form>
      {trigger.data !== undefined && <Triggered eventIds={trigger.data.eventIds} />}
    </Section>
  );
}

/** Most events shown; the others are found under all deliveries. */
const mostShown = 10;

function Triggered({ eventIds }: { eventIds: readonly string[] }) {
  return (
    <>
      <SandboxTable label={texts.listTitle} headings={[texts.event, texts.deliveries]}>
        {eventIds.slice(0, mostShown).map((id) => (
          <TriggeredEvent key={id} id={id} />
        ))}
      </SandboxTable>
      {eventIds.length > mostShown && (
        <PageLink href={webhookPaths.deliveries}>{texts.allDeliveries}</PageLink>
      )}
    </>
  );
}

/** Not found before it was received; an update of the timeline has it read again. */
function TriggeredEvent({ id }: { id: string }) {
  const { queries } = useBridge();
  const { data } = useQuery(queries.timeline.get.queryOptions({ input: { eventId: id } }));
  const deliveries = data?.deliveries ?? [];
  return (
    <tr>
      <td>
        <PageLink href={timelinePaths.event(id)} className="mono">
          {asSeen(id)}
        </PageLink>
      </td>
      <td className={classes['grows']}>
        {deliveries.length === 0 ? (
          <span className="dimmed">{data === undefined ? texts.notReceived : texts.lookedUp}</span>
        ) : (
          <div className={classes['move']}>
            {deliveries.map(({ arrival, webhookName, webhookId }) => (
              <PageLink key={arrival} href={webhookPaths.delivery(arrival)}>
                {texts.deliveryTo(asSeen(webhookName ?? webhookId ?? ''))}
              </PageLink>
            ))}
          </div>
        )}
      </td>
    </tr>
  );
}
