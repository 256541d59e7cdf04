/** In place of sending: what the team's policy asks, and the way to ask for it. */
import { Button, Textarea } from '@mantine/core';
import { keepPreviousData, useIsMutating, useMutation, useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { maxNoteLength } from '../../../bridge/approval-limits.ts';
import type { ApprovalRequestInput } from '../../../bridge/approvals.ts';
import { counted } from '../../../bridge/words.ts';
import type { WriteName } from '../../../contract/writes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useGoOn } from '../../app/hash-location.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { approvalPaths } from '../../features/approvals/paths.ts';
import { toFailure } from '../../format/failures.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { Notice } from '../notice.tsx';
import { useNote } from '../use-note.ts';

/** Texts of a form whose request the team has to approve. */
const texts = {
  title: (approvers: number) => `Needs approval by ${counted(approvers, 'member', 'members')}`,
  body: 'Nothing is sent before then. Once the request is approved, you send it from Approvals.',
  note: 'Note for the approvers',
  noteHelp: 'Optional. What they need to check the request, for example where its data comes from.',
  action: 'Request approval',
  anyway: 'Request approval anyway',
} as const;

export interface ApprovalNeed {
  readonly approvers: number;
  readonly reasons: readonly string[];
}

/**
 * What the policy asks of a request; null: nothing, or it is not known yet. Main looks again at every send.
 * @param request null while there is none to ask about
 */
export function useApprovalNeed(request: ApprovalRequestInput | null): ApprovalNeed | null {
  const { queries } = useBridge();
  const { data: status } = useQuery(queries.approvals.status.queryOptions());
  const isAsked = request !== null && (status?.policy.rules.length ?? 0) > 0;
  const { data } = useQuery({
    ...queries.approvals.needed.queryOptions({ input: request ?? nothing }),
    enabled: isAsked,
    retry: false,
    // With each confirmation it is asked anew: what is typed beside the need stays. A form is of one request.
    placeholderData: keepPreviousData,
  });
  return isAsked && data !== undefined && data.approvers > 0 ? data : null;
}

/** Approval needed for a kind whose rules have no conditions: the same for whatever is typed. */
export function useSimpleNeed(of: WriteName): ApprovalNeed | null {
  const { queries } = useBridge();
  const { data: status } = useQuery(queries.approvals.status.queryOptions());
  const { policy, sentences } = status ?? {};
  const hit = (policy?.rules ?? []).flatMap((rule, at) =>
    rule.of === of ? [{ approvers: rule.approvers, reason: sentences?.[at] ?? '' }] : [],
  );
  if (hit.length === 0) return null;
  return {
    approvers: Math.max(...hit.map(({ approvers }) => approvers)),
    reasons: [...new Set(hit.map(({ reason }) => reason))],
  };
}

const nothing: ApprovalRequestInput = {
  what: 'createCustomer',
  intentKey: '0'.repeat(32),
  confirmed: [],
  ownName: '',
  input: { type: 'individual' },
};

export interface RequestApprovalProps {
  need: ApprovalNeed;
  /** The request as it is now; null where something is missing, which the form then says. */
  request: (confirmed: string[]) => ApprovalRequestInput | null;
  /** What was entered for it: what came of asking for another is not said of this one. */
  values: unknown;
  /** Something is left to confirm, or nothing can be written now. */
  isBlocked: boolean;
  onRequested: () => void;
  /** Where the button stands: among those of the form. Left out: under what is said. */
  place?: HTMLElement | null;
}

/** The team is being asked: as long, what it is asked about stays as it is. */
export const useIsRequesting = (): boolean =>
  useIsMutating({ mutationKey: requestKey(useProfileId()) }) > 0;

const requestKey = (profileId: string) => ['approvals', 'propose', profileId];

export function RequestApproval(props: RequestApprovalProps) {
  const { need, request, values, isBlocked, onRequested, place } = props;
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const goOn = useGoOn();
  const [note, setNote] = useNote();
  const propose = useMutation({
    mutationKey: requestKey(profileId),
    mutationFn: ({ asked }: { asked: ApprovalRequestInput; values: unknown }) =>
      bridge.approvals.propose({ profileId, request: asked, note }),
    onSuccess({ id }) {
      onRequested();
      goOn(approvalPaths.one(id, 'mine'));
    },
  });
  const isOfThis = propose.variables?.values === values;
  const failure = propose.error === null || !isOfThis ? null : toFailure(propose.error);
  const asks = failure?.code === 'ASKS_FIRST' ? failure.asks : [];
  const ask = (): void => {
    const asked = request(asks);
    if (asked !== null) propose.mutate({ asked, values });
  };
  const button = (
    <Button loading={propose.isPending} disabled={isBlocked} onClick={ask}>
      {asks.length > 0 ? texts.anyway : texts.action}
    </Button>
  );
  return (
    <Notice
      tone="amber"
      role="status"
      title={texts.title(need.approvers)}
      actions={place === undefined && button}
    >
      <p>
        {need.reasons.join(' ')} {texts.body}
      </p>
      <Textarea
        label={texts.note}
        description={texts.noteHelp}
        autosize
        minRows={2}
        maxLength={maxNoteLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {failure !== null && <FailureNotice failure={failure} />}
      {place && createPortal(button, place)}
    </Notice>
  );
}
