/** In the rail: what of the webhooks needs someone. */
import { useWebhookMarks } from '../../components/use-webhook-marks.ts';
import { webhookTexts } from '../../features/webhooks/texts.ts';
import { BadgeCount } from './badge-count.tsx';
import classes from './rail.module.css';

const texts = webhookTexts.marks.sentences;

export function WebhooksBadge() {
  const { silent, refused, failing } = useWebhookMarks();
  const open = silent + refused + failing;
  if (open === 0) return null;
  const sentences = [
    refused > 0 ? texts.refused(refused) : null,
    failing > 0 ? texts.failing(failing) : null,
    silent > 0 ? texts.silent(silent) : null,
  ].filter((sentence) => sentence !== null);
  return (
    <span className={classes['badge']} title={sentences.join('\n')}>
      <BadgeCount count={open} />
      <span className="visually-hidden"> {sentences.join(' ')}</span>
    </span>
  );
}
