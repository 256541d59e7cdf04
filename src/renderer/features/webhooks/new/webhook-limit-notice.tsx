/** How many places are left, what does not last, and which known webhook would do instead. */
import { Button, Stack } from '@mantine/core';
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
  const { data, error } = preparation;
  if (error !== null && data === undefined) {
    return <ReadFailure title={texts.failed} query={preparation} />;
  }
  if (data === undefined) return <Notice tone="blue">{texts.looking}</Notice>;
  const isTight = webhooksLeft(data) <= maxTight;
  const advice = data.advice.filter(isNotSaidYet);
  const isQuiet = ({ tone, whatToDo }: Advice): boolean =>
    !isTight && tone === 'info' && whatToDo === null;
  const loud = advice.filter((one) => !isQuiet(one));
  return (
    <>
      {!isTight && (
        <p className="dimmed">
          {[placesIn(data), ...advice.filter(isQuiet).map(({ sentence }) => sentence)].join(' ')}
        </p>
      )}
      {(isTight || loud.length > 0) && (
        <Stack gap={8}>
          {isTight && <Places preparation={data} />}
          {loud.map((one) => (
            <AdviceNotice key={one.code} advice={one} />
          ))}
        </Stack>
      )}
    </>
  );
}

/** So few are left that it stands out. */
const maxTight = 2;

/** What the places and the webhooks to reuse say themselves is not said twice. */
const isNotSaidYet = ({ code }: Advice): boolean =>
  !['reuse', 'full', 'few-left', 'may-exist'].includes(code);

/** Places left as far as is known here; never below nothing. */
export const webhooksLeft = ({ known, mayExist, limit }: WebhookPreparation): number =>
  Math.max(0, limit - known - mayExist);

function placesIn({ known, mayExist, limit }: WebhookPreparation): string {
  const words = texts.left(known, limit, Math.max(0, limit - known));
  return mayExist > 0 ? `${words} ${texts.mayExist(mayExist)}` : words;
}

function Places({ preparation }: { preparation: WebhookPreparation }) {
  const isFull = preparation.known >= preparation.limit;
  return (
    <Notice tone={isFull ? 'red' : 'amber'}>
      <p>{placesIn(preparation)}</p>
      {isFull && <p>{texts.full}</p>}
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
