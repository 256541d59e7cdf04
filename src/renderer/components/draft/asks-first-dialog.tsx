/** Something alike is known or under way, or may not work: Cancel has the focus. */
import { Modal, Stack } from '@mantine/core';
import type { ShownFailure } from '../../format/failures.ts';
import type { Attempt } from '../../stores/drafts.ts';
import { formTexts } from '../../texts/forms.ts';
import { DialogActions } from '../dialog-actions.tsx';
import { PageLink } from '../page-link.tsx';

export interface AsksFirstDialogProps {
  attempt: Attempt;
  /** The words of the button that creates. */
  action: string;
  /** Where a record of this kind is shown. */
  hrefOf: (id: string) => string;
  onBack: () => void;
  onGoOn: () => void;
}

export function AsksFirstDialog(props: AsksFirstDialogProps) {
  const { attempt } = props;
  const failure = attempt.state === 'failed' ? attempt.failure : null;
  const isAsking = failure?.code === 'ASKS_FIRST';
  const texts = formTexts.asksFirst;
  return (
    <Modal
      opened={isAsking}
      onClose={props.onBack}
      title={failure?.alike.length === 0 ? texts.otherTitle : texts.title}
    >
      <Stack gap="sm">
        <p>{failure?.sentence}</p>
        {failure !== null && <AlikeList failure={failure} hrefOf={props.hrefOf} />}
        <DialogActions
          isQuestion
          action={texts.goOn(props.action)}
          onCancel={props.onBack}
          onAct={props.onGoOn}
        />
      </Stack>
    </Modal>
  );
}

function AlikeList({ failure, hrefOf }: { failure: ShownFailure; hrefOf: (id: string) => string }) {
  const records = failure.alike.filter((alike) => alike.kind === 'record');
  const intents = failure.alike.filter((alike) => alike.kind === 'intent');
  const texts = formTexts.asksFirst;
  return (
    <>
      {records.length > 0 && (
        <div>
          <p className="dimmed">{texts.records}</p>
          {records.map(({ id }) => (
            <div key={id}>
              <PageLink href={hrefOf(id)} className="mono">
                {id}
              </PageLink>
            </div>
          ))}
        </div>
      )}
      {intents.length > 0 && (
        <div>
          <p className="dimmed">{texts.intents}</p>
          {intents.map(({ id }) => (
            <div key={id} className="mono">
              {id}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
