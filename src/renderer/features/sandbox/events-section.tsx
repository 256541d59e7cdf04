/** Triggers any event. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { eventNames } from '../../../contract/event-names.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { SuggestionInput } from '../../components/suggestion-input.tsx';
import classes from './sandbox.module.css';
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
    </Section>
  );
}
