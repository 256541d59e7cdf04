/** What an erasure leaves of an entry about approvals: who decided what, and when. */
import type { JsonObject } from '../../../contract/scalars.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import type { Content, ProposedRequest, RequestedContent } from './contents.ts';

export interface LeavingOfContent {
  /** Whether an input names somebody who was erased. */
  isTheirs(input: JsonObject): boolean;
  /** Whether the entry with this hash is a proposal about them. */
  isTheirProposal(hash: string): boolean;
  /** Takes texts that went out of a text. */
  scrub<Value>(value: Value): Value;
  readonly figures: ReadonlySet<string>;
}

/** Expiry of a proposal that can’t be sent any more. */
const over = new Date(0).toISOString();

export const asksFor = (content: Content, isTheirs: LeavingOfContent['isTheirs']): boolean =>
  content.what === 'proposal' && inputsOf(content.request).some(isTheirs);

/** What an erasure leaves of a content. The same again changes nothing. */
export function leftOfContent(content: Content, hash: string, leaving: LeavingOfContent): Content {
  const { isTheirProposal, scrub } = leaving;
  if (content.what === 'policy') return content;
  if (content.what === 'proposal')
    return isTheirProposal(hash) ? leftOfProposal(content, leaving) : leftOfOther(content, scrub);
  return isTheirProposal(content.proposal) ? { ...content, note: '' } : scrub(content);
}

/** What was approved is not what is left, so it is over as soon as anything of it went. */
function leftOfOther(
  content: RequestedContent,
  scrub: LeavingOfContent['scrub'],
): RequestedContent {
  const left = scrub(content);
  return canonicalJson(left) === canonicalJson(content) ? content : { ...left, expiresAt: over };
}

const inputsOf = (request: ProposedRequest): JsonObject[] =>
  (request.what === 'write' ? [request] : request.rows).map(({ input }) => input as JsonObject);

function leftOfProposal(content: RequestedContent, leaving: LeavingOfContent): RequestedContent {
  return {
    ...leaving.scrub(content),
    request: leftOfRequest(content.request, leaving),
    facts: [],
    warnings: [],
    reasons: [],
    note: '',
    expiresAt: over,
  };
}

function leftOfRequest(request: ProposedRequest, leaving: LeavingOfContent): ProposedRequest {
  const { isTheirs, scrub, figures } = leaving;
  const left = (input: Record<string, unknown>) => lasting(input as JsonObject, { figures });
  if (request.what === 'write')
    return {
      ...request,
      input: left(request.input),
      ownName: '',
      reviewedAddress: null,
      confirmed: [],
      confirmations: [],
    };
  const rows = request.rows.map((row) =>
    isTheirs(row.input as JsonObject)
      ? { ...row, input: left(row.input), name: null, reference: null, ownName: null }
      : scrub(row),
  );
  return { ...scrub(request), rows };
}
