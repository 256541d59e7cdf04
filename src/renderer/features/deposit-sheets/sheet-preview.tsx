/** What will be made of one account, before it is: the page of the PDF, or the text for an email. */
import { useQuery } from '@tanstack/react-query';
import type { CompanyView, SheetPreview } from '../../../bridge/deposit-sheets.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { CopyTextButton } from '../../components/copy-button.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { GroupedAddress } from '../../components/identifier.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { keyed } from '../../format/keyed.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import classes from './sheets.module.css';
import { companyTexts, depositSheetTexts as texts } from './texts.ts';

export function SheetPage({ id, company }: { id: string; company: CompanyView | undefined }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const preview = useQuery({
    ...queries.depositSheets.preview.queryOptions({ input: { id, knownAt } }),
    staleTime: 0,
  });
  if (preview.error !== null) return <Failed error={preview.error} />;
  if (preview.data === undefined) return <div className={classes['page']} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so without a mouse
    <section className={classes['page']} tabIndex={0} aria-label={texts.preview}>
      {company !== undefined && <Letterhead company={company} />}
      <Sheet sheet={preview.data} />
    </section>
  );
}

function Letterhead({ company: { logo, name, addressLines } }: { company: CompanyView }) {
  if (logo === null && name === '' && addressLines.length === 0) return null;
  const right = logo === null ? addressLines : [name, ...addressLines];
  return (
    <div className={classes['letterhead']}>
      {logo === null ? (
        <strong>{allSeen(name)}</strong>
      ) : (
        <img src={logo.dataUrl} alt={companyTexts.logoAlt} />
      )}
      <span>
        {keyed(right, String).map(({ key, item }) => (
          <span key={key}>{allSeen(item)}</span>
        ))}
      </span>
    </div>
  );
}

function Sheet({ sheet }: { sheet: SheetPreview }) {
  return (
    <>
      {sheet.test !== null && <p className={classes['test']}>{sheet.test}</p>}
      <h3>{sheet.title}</h3>
      {sheet.recipient !== null && <p data-veiled>{allSeen(sheet.recipient)}</p>}
      <p className={classes['small']} data-veiled>
        {sheet.facts}
      </p>
      {sheet.sections.map(({ title, lead, rows }) => (
        <div key={title} className={classes['section']}>
          <h4>{title}</h4>
          <p className={classes['small']}>{lead}</p>
          <dl>
            {keyed(rows, ({ name }) => name).map(({ key, item: { name, value, kind } }) => (
              <div key={key}>
                <dt>{allSeen(name)}</dt>
                <dd className={kind === 'text' ? '' : 'mono'}>
                  {kind === 'wallet' ? <GroupedAddress address={value} /> : allSeen(value)}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {sheet.notes.map((note) => (
        <p key={note} className={classes['small']}>
          {note}
        </p>
      ))}
      <p className={classes['small']}>{allSeen(sheet.foot)}</p>
    </>
  );
}

/** To look at and to copy. */
export function SheetText({ id }: { id: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const text = useQuery({
    ...queries.depositSheets.text.queryOptions({ input: { id, knownAt } }),
    staleTime: 0,
  });
  if (text.error !== null) return <Failed error={text.error} />;
  if (text.data === undefined) return null;
  return (
    <section className={classes['text']} aria-label={texts.textPreview}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so without a mouse */}
      <pre className={classes['preview']} tabIndex={0}>
        {text.data.text}
      </pre>
      <CopyTextButton text={text.data.text} label={texts.copy} />
    </section>
  );
}
