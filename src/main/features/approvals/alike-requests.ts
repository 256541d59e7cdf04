/** Requests for approval that are alike, as sends are compared: whoever approves one is told of the others. */
import { longInstant } from '../../../bridge/instants.ts';
import {
  customerFingerprint,
  virtualAccountFingerprint,
  virtualAccountParts,
} from '../../core/creates/fingerprints.ts';
import { digestOfRequest, type ProposedRequest } from './contents.ts';
import type { Folded, FoldedRequest } from './fold.ts';
import type { NamedText } from './request-text.ts';

/** The newest that are named. */
const shownAlike = 5;

/** What a request is compared by. A file is compared by its bytes: its rows are not in memory. */
function samenessOf(request: ProposedRequest): string {
  if (request.what === 'bulk') return `${request.kind} ${request.sha256}`;
  const { operation, input } = request;
  const { email } = input;
  if (operation === 'createCustomer' && typeof email === 'string')
    return `${operation} ${customerFingerprint({ email })}`;
  const account = virtualAccountParts.safeParse(input).data;
  return operation === 'createVirtualAccount' && account !== undefined
    ? `${operation} ${virtualAccountFingerprint(account)}`
    : digestOfRequest(request);
}

export function alikeFacts(
  { proposals }: Folded,
  { hash, content }: FoldedRequest,
  nameOf: (author: string) => string | null,
): NamedText[] {
  const sameness = samenessOf(content.request);
  const alike = [...proposals.values()]
    .filter(
      (proposal) => proposal.hash !== hash && samenessOf(proposal.content.request) === sameness,
    )
    .sort((one, other) => (one.at < other.at ? 1 : -1));
  const shown = alike.slice(0, shownAlike).map((request): NamedText => {
    const computer = nameOf(request.author) ?? request.author.slice(0, 8);
    return ['Similar request', `${longInstant(request.at)} on “${computer}”: ${request.state}`];
  });
  const more = alike.length - shown.length;
  return more > 0 ? [...shown, ['Similar requests', `${more} more`]] : shown;
}
