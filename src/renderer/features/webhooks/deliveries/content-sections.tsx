/** Body and headers as they arrived. */
import type { DeliveryDetail } from '../../../../bridge/deliveries.ts';
import { CopyTextButton } from '../../../components/copy-button.tsx';
import { Fact, Facts } from '../../../components/facts.tsx';
import { JsonTree } from '../../../components/json-tree.tsx';
import { Notice } from '../../../components/notice.tsx';
import { OutsideText } from '../../../components/outside-text.tsx';
import { Section } from '../../../components/section.tsx';
import { WholeNumbersButton } from '../../../components/whole-numbers.tsx';
import classes from '../webhooks.module.css';
import { deliveryTexts } from './texts.ts';

const texts = deliveryTexts.detail;

export interface BodySectionProps {
  delivery: DeliveryDetail;
  whole: boolean;
  onWhole: (whole: boolean) => void;
}

export function BodySection({ delivery, whole, onWhole }: BodySectionProps) {
  const { body, text, isExactText, isErased, digest, hasWholeNumbers } = delivery;
  const isJson = body !== null && typeof body === 'object';
  return (
    <Section
      title={texts.body}
      lead={text === null || isExactText ? texts.bodyLead : texts.bodyCutLead}
      action={hasWholeNumbers && <WholeNumbersButton whole={whole} onChange={onWhole} />}
    >
      {isErased && <Notice tone="grey">{texts.erased}</Notice>}
      {digest === null && !isErased && (
        <p className={`${classes['prose']} dimmed`}>{texts.locked}</p>
      )}
      {isJson && <JsonTree value={body} />}
      {!isJson && text !== null && text !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <pre className={classes['text']} tabIndex={0}>
          <OutsideText text={text} />
        </pre>
      )}
      {digest !== null && text === null && (
        <p className={`${classes['prose']} dimmed`}>{texts.notText}</p>
      )}
      {text !== null && text !== '' && <CopyTextButton text={text} label={texts.copyBody} />}
    </Section>
  );
}

export function HeadersSection({ delivery }: { delivery: DeliveryDetail }) {
  const { headers } = delivery;
  return (
    <Section title={texts.headers} lead={texts.headersHint}>
      {headers === null ? (
        <p className={`${classes['prose']} dimmed`}>{texts.locked}</p>
      ) : (
        <Facts>
          {headers.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a header may be there twice, and none moves
            <Fact key={index} name={name}>
              <span className={classes['mono']}>
                <OutsideText text={value} />
              </span>
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}
