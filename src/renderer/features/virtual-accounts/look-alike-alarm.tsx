/** The alarm over an address that looks like a known one: both whole, in groups, the difference marked. */
import { Button } from '@mantine/core';
import type { AddressCheck } from '../../../bridge/address-book.ts';
import { counted } from '../../../bridge/words.ts';
import { differingPlaces, identityOf } from '../../../contract/addresses/look-alike.ts';
import { GroupedAddress } from '../../components/identifier.tsx';
import { Notice } from '../../components/notice.tsx';
import { markedPlaces } from '../../format/identifiers.ts';
import { addressTexts } from '../address-book/texts.ts';
import { virtualAccountTexts } from './texts.ts';
import own from './wallet-addresses.module.css';

const texts = addressTexts.lookAlike;

export interface LookAlikeAlarmProps {
  check: AddressCheck | undefined;
  /** Puts the known address into the field; absent where nothing can be changed. */
  onTake?: (address: string) => void;
}

export function LookAlikeAlarm({ check, onTake }: LookAlikeAlarmProps) {
  if (check === undefined || check.lookAlikes.length === 0) return null;
  const { network, address, lookAlikes } = check;
  return (
    <Notice tone="red" role="alert" title={texts.title}>
      <p>{texts.body}</p>
      {lookAlikes.map((known) => {
        // Letters of another size are no other address where size is of no meaning.
        const plain = identityOf(network, address).canonical;
        const other = identityOf(network, known.address).canonical;
        const marks = differingPlaces(plain, other);
        return (
          <div key={known.id} className={own['pair']}>
            <dl className={own['compared']}>
              <dt>{texts.typed}</dt>
              <dd>
                <GroupedAddress address={address} marks={marks} />
              </dd>
              <dt data-veiled={known.label === null ? undefined : true}>
                {known.label === null ? texts.known : texts.knownAs(known.label)}
              </dt>
              <dd>
                <GroupedAddress address={known.address} marks={differingPlaces(other, plain)} />
                {known.uses > 0 && (
                  <div className={own['small']}>
                    {texts.uses(
                      counted(
                        known.uses,
                        virtualAccountTexts.noun.one,
                        virtualAccountTexts.noun.many,
                      ),
                    )}
                  </div>
                )}
              </dd>
            </dl>
            <p className={own['small']}>{formatDifference(marks)}</p>
            {onTake !== undefined && (
              <div>
                <Button variant="default" onClick={() => onTake(known.address)}>
                  {texts.take}
                </Button>
              </div>
            )}
          </div>
        );
      })}
    </Notice>
  );
}

/** For whoever does not see the marks; many single places are summed up. */
function formatDifference(marks: readonly boolean[]): string {
  const places = markedPlaces(marks);
  if (places.split(/, | and /).length <= 3) return texts.differs(places);
  const count = marks.filter((isMarked) => isMarked).length;
  return texts.differsOften(count, marks.indexOf(true) + 1, marks.lastIndexOf(true) + 1);
}
