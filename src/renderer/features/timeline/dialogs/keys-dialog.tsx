/** Which keys do what on this screen. */
import { Kbd, Modal } from '@mantine/core';
import { stateTexts } from '../../../texts/states.ts';
import { timelineTexts } from '../texts.ts';
import classes from './dialogs.module.css';

const texts = timelineTexts.keys;

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={texts.title}
      closeButtonProps={{ 'aria-label': stateTexts.close }}
    >
      <p className="dimmed">{texts.lead}</p>
      <dl className={classes['keys']} data-plain>
        {texts.list.map(([key, does]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
