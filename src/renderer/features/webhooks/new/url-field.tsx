/** The URL of a new webhook: typed, or taken from a tunnel that is proven on the very path. */
import { Button, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { OfferedUrl } from '../../../../bridge/webhooks.ts';
import { webhookLabels } from '../../../../contract/fields.ts';
import { useIsSession } from '../../../app/shell/use-is-session.ts';
import { Notice } from '../../../components/notice.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { webhookPaths } from '../paths.ts';
import { ReachabilityMark, reachabilityMessage } from '../reachability.tsx';
import { tunnelLabel } from '../tunnels/providers.tsx';
import classes from '../webhooks.module.css';
import { newWebhookTexts } from './texts.ts';
import type { Preparation } from './use-preparation.ts';
import { bestUrl, cleanUrl, offeredFor, urlProblem } from './webhook-form.ts';
import type { WebhookValues } from './webhook-values.ts';

const texts = newWebhookTexts.url;

type Form = UseFormReturnType<WebhookValues>;

export function UrlField({ form, preparation }: { form: Form; preparation: Preparation }) {
  const props = form.getInputProps('url');
  const [wasCleaned, setWasCleaned] = useState(false);
  const { url } = form.values;
  const addresses = preparation.data?.addresses ?? [];
  const best = bestUrl(addresses);
  const take = (address: string): void => {
    form.setFieldValue('url', address);
    form.clearFieldError('url');
  };
  // Only into an empty field that nobody has touched: what is typed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first good address is known
  useEffect(() => {
    if (best !== null && url === '' && !form.isTouched('url')) take(best.url);
  }, [best?.url]);
  const isElsewhere =
    preparation.data !== undefined &&
    url !== '' &&
    urlProblem(url, texts.help) === null &&
    offeredFor(url, addresses) === null;
  return (
    <Stack gap={8}>
      <TextInput
        label={webhookLabels.url}
        description={wasCleaned ? texts.trimmed : texts.help}
        spellCheck={false}
        {...props}
        onBlur={(event) => {
          const address = cleanUrl(url);
          setWasCleaned(address !== url);
          if (address !== url) form.setFieldValue('url', address);
          props.onBlur?.(event);
        }}
      />
      {isElsewhere && (
        <Notice tone="amber" role="status">
          {texts.elsewhere}
        </Notice>
      )}
      {preparation.data !== undefined && (
        <Offers preparation={preparation} addresses={addresses} url={url} onTake={take} />
      )}
    </Stack>
  );
}

interface OffersProps {
  preparation: Preparation;
  addresses: readonly OfferedUrl[];
  url: string;
  onTake: (url: string) => void;
}

function Offers({ preparation, addresses, url, onTake }: OffersProps) {
  const hasProven = addresses.some(({ state }) => state === 'proven');
  return (
    <div>
      <div className={classes['head']}>
        <strong>{texts.offered}</strong>
        <Button
          size="compact-xs"
          variant="default"
          loading={preparation.isFetching}
          onClick={() => void preparation.refetch()}
        >
          {texts.again}
        </Button>
      </div>
      <ul className={classes['rows']}>
        {addresses.map((address) => (
          <Offer
            key={address.tunnelId}
            address={address}
            isUsed={cleanUrl(url) === address.url}
            onTake={onTake}
          />
        ))}
      </ul>
      {!hasProven && (
        <p className="dimmed">
          {texts.none}{' '}
          <PageLink href={webhookPaths.tunnels} underline="always">
            {texts.openTunnels}
          </PageLink>
        </p>
      )}
    </div>
  );
}

interface OfferProps {
  address: OfferedUrl;
  isUsed: boolean;
  onTake: (url: string) => void;
}

function Offer({ address, isUsed, onTake }: OfferProps) {
  const isSession = useIsSession();
  return (
    <li>
      <div className={classes['grow']}>
        <span className={classes['marks']}>
          <strong>{tunnelLabel(address.kind)}</strong>
          <ReachabilityMark proof={address} />
          <StatusMark tone={address.lasts ? 'green' : 'amber'}>
            {address.lasts ? (isSession ? texts.lastsInSession : texts.lasts) : texts.changes}
          </StatusMark>
        </span>
        <div className={classes['mono']}>{address.url}</div>
        <div className="dimmed">{reachabilityMessage(address)}</div>
      </div>
      {address.state === 'proven' && (
        <Button
          variant="default"
          disabled={isUsed}
          aria-label={`${isUsed ? texts.used : texts.use}: ${tunnelLabel(address.kind)}`}
          onClick={() => onTake(address.url)}
        >
          {isUsed ? texts.used : texts.use}
        </Button>
      )}
    </li>
  );
}
