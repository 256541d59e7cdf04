/** How many places are left, what does not last, and which known webhook would do instead. */
import { Button } from '@mantine/core';
import { useLocation } from 'wouter';
import type { Advice, WebhookPreparation } from '../../../../bridge/webhooks.ts';
import { Notice } from '../../../components/notice.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { asSeen } from '../../../format/hidden-characters.ts';
import { AdviceNotice } from '../advice-list.tsx';
import { webhookPaths } from '../paths.ts';
import classes from '../webhooks.module.css';
import { newWebhookTexts } from './texts.ts';
import type { Preparation } from './use-preparation.ts';

const texts = newWebhookTexts.places;

export function WebhookLimitNotice({ preparation }: { preparation: Preparation }) {
  const { data, error, refetch } = preparation;
  if (error !== null && data === undefined) {
    return <ReadFailure error={error} onReadAgain={() => void refetch()} />;
  }
  if (data === undefined) return <Notice tone="blue">{texts.looking}</Notice>;
  return (
    <div className={classes['choices']}>
      <Places preparation={data} />
      {data.advice.filter(isNotSaidYet).map((advice) => (
        <AdviceNotice key={advice.code} advice={advice} />
      ))}
    </div>
  );
}

/** What the places and the webhooks to reuse say themselves is not said twice. */
const isNotSaidYet = ({ code }: Advice): boolean =>
  !['reuse', 'full', 'few-left', 'may-exist'].includes(code);

/** Places left as far as is known here; never below nothing. */
export const webhooksLeft = ({ known, mayExist, limit }: WebhookPreparation): number =>
  Math.max(0, limit - known - mayExist);

function Places({ preparation }: { preparation: WebhookPreparation }) {
  const { known, mayExist, limit } = preparation;
  const left = Math.max(0, limit - known);
  return (
    <Notice tone={left === 0 ? 'red' : webhooksLeft(preparation) <= 2 ? 'amber' : 'grey'}>
      <p>
        {texts.left(known, limit, left)}
        {mayExist > 0 && ` ${texts.mayExist(mayExist)}`}
      </p>
      {left === 0 && <p>{texts.full}</p>}
    </Notice>
  );
}

export function ReuseNotice(props: { reusable: WebhookPreparation['reusable'] }) {
  const [, navigate] = useLocation();
  const { title, open } = newWebhookTexts.reuse;
  if (props.reusable.length === 0) return null;
  return (
    <Notice tone="green" title={title}>
      <ul className={classes['rows']}>
        {props.reusable.map((webhook) => (
          <li key={webhook.id}>
            <div className={classes['grow']}>
              <strong>{asSeen(webhook.name ?? webhook.id)}</strong>
              <div>{webhook.sentence}</div>
              <div className={classes['mono']}>{asSeen(webhook.url ?? '')}</div>
            </div>
            <Button
              variant="default"
              aria-label={`${open}: ${webhook.name ?? webhook.id}`}
              onClick={() => navigate(webhookPaths.one(webhook.id))}
            >
              {open}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
