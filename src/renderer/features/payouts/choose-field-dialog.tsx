/** A person says which field of the payouts a value stands in, from what occurs in them. */
import { Modal, NativeSelect, Radio, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import Big from 'big.js';
import { useState } from 'react';
import { maxDecimals } from '../../../bridge/payouts.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { type PayoutNotion, payoutNotions } from '../../../contract/payout-fields.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { WholeNumberInput, wholeNumberOf } from '../../components/whole-number-input.tsx';
import { formatNumber } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import classes from './payouts.module.css';
import { payoutDetailTexts } from './texts.ts';

const unitTexts = payoutDetailTexts.choose.unit;

const USUAL = '2';
const bounds = { min: 1, max: maxDecimals };

/** As it is typed: null as the record says, else main units; else decimals of the minor unit. */
type TypedUnit = 'main' | (string & {}) | null;

const unitOf = (decimals: number | null): TypedUnit =>
  decimals === null ? null : decimals === 0 ? 'main' : String(decimals);

/** undefined: what is typed is no number of decimals. */
const decimalsOf = (typed: TypedUnit): number | null | undefined =>
  typed === null ? null : typed === 'main' ? 0 : (wholeNumberOf(typed, bounds) ?? undefined);

interface UnitFieldProps {
  typed: TypedUnit;
  onTyped: (typed: TypedUnit) => void;
  /** As it came; null where none is known. */
  sample: string | null;
}

/** In which unit an amount stands in the field that a person chose. */
function UnitField({ typed, onTyped, sample }: UnitFieldProps) {
  const unit = typed === null ? 'stated' : typed === 'main' ? 'main' : 'minor';
  const decimals = decimalsOf(typed) ?? null;
  return (
    <div className={classes['unit']}>
      <NativeSelect
        label={unitTexts.label}
        value={unit}
        data={(['stated', 'main', 'minor'] as const).map((value) => ({
          value,
          label: unitTexts[value],
        }))}
        onChange={({ currentTarget: { value } }) =>
          onTyped({ stated: null, main: 'main', minor: USUAL }[value] ?? null)
        }
      />
      {unit === 'minor' && (
        <WholeNumberInput
          label={unitTexts.decimals}
          {...bounds}
          typed={typed ?? ''}
          onTyped={onTyped}
        />
      )}
      {unit === 'minor' && sample !== null && decimals !== null && (
        <p className="dimmed" data-veiled>
          {asSeen(inWords(sample, decimals))}
        </p>
      )}
    </div>
  );
}

const inWords = (sample: string, decimals: number): string =>
  /^-?\d+$/.test(sample)
    ? unitTexts.example(sample, formatNumber(new Big(`${sample}e-${decimals}`).toFixed()))
    : unitTexts.fraction(sample);

const { choose: texts, notions: names } = payoutDetailTexts;

/** A pointer begins with a slash, so none is this. */
const automatic = 'automatic';
const amounts: readonly PayoutNotion[] = ['amountIn', 'amountOut', 'feeAmount'];

export interface ChooseFieldDialogProps {
  notion: PayoutNotion;
  onNotion: (notion: PayoutNotion) => void;
  onClose: () => void;
}

export function ChooseFieldDialog({ notion, onNotion, onClose }: ChooseFieldDialogProps) {
  const { queries } = useBridge();
  useFocusBack();
  const { knownAt } = useKnownAt();
  const profileId = useProfileId();
  const [chosen, setChosen] = useState<string | null>(null);
  /** undefined: as it was chosen before. */
  const [unit, setUnit] = useState<TypedUnit>();
  const candidates = useQuery(queries.payouts.candidates.queryOptions({ input: { notion } }));
  const choices = useQuery(queries.payouts.fieldChoices.queryOptions());
  const save = useMutation({
    ...queries.payouts.chooseField.mutationOptions(),
    onSuccess: onClose,
  });
  const choice = choices.data?.find((one) => one.notion === notion);
  const before = choice?.pointer ?? automatic;
  const value = chosen ?? before;
  const pointer = value === automatic ? null : value;
  const typed = unit === undefined ? unitOf(choice?.decimals ?? null) : unit;
  const decimals = pointer === null ? null : decimalsOf(typed);
  const isSame = value === before && (pointer === null || decimals === (choice?.decimals ?? null));
  return (
    <Modal opened onClose={onClose} size="lg" title={texts.title}>
      <Stack gap="sm">
        <p>{texts.lead}</p>
        <NativeSelect
          label={texts.notion}
          value={notion}
          data={payoutNotions.map((one) => ({ value: one, label: names[one] }))}
          onChange={({ currentTarget }) => {
            const next = payoutNotions.find((one) => one === currentTarget.value);
            if (next === undefined) return;
            setChosen(null);
            setUnit(undefined);
            onNotion(next);
          }}
        />
        <DetailStates query={candidates}>
          {(found) => (
            <Radio.Group value={value} onChange={setChosen} aria-label={names[notion]}>
              <ul className={classes['candidates']}>
                <li>
                  <Radio
                    value={automatic}
                    label={texts.automatic}
                    description={texts.automaticHelp}
                  />
                </li>
                {found.candidates.map((candidate) => (
                  <li key={candidate.pointer}>
                    <Radio
                      value={candidate.pointer}
                      label={
                        <>
                          <span className="mono">{asSeen(candidate.pointer)}</span>{' '}
                          {candidate.isLikely && <span className="dimmed">{texts.likely}</span>}
                        </>
                      }
                      description={
                        <span data-veiled>
                          {[
                            texts.samples(candidate.samples.map(asSeen).join(' · ')),
                            texts.found(groupedCount(candidate.count), groupedCount(found.of)),
                          ].join(', ')}
                        </span>
                      }
                    />
                  </li>
                ))}
              </ul>
              {found.candidates.length === 0 && <p className="dimmed">{texts.none}</p>}
            </Radio.Group>
          )}
        </DetailStates>
        {pointer !== null && amounts.includes(notion) && (
          <UnitField
            typed={typed}
            onTyped={setUnit}
            sample={
              candidates.data?.candidates.find((candidate) => candidate.pointer === pointer)
                ?.samples[0] ?? null
            }
          />
        )}
        <Failed error={save.error} />
        <DialogActions
          action={pointer === null && value !== before ? texts.automaticAction : texts.action}
          isBusy={save.isPending}
          isBlocked={isSame || decimals === undefined}
          onCancel={onClose}
          onAct={() =>
            decimals !== undefined && save.mutate({ profileId, notion, pointer, knownAt, decimals })
          }
        />
      </Stack>
    </Modal>
  );
}
