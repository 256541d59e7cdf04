/** What is called by a name from outside; where nobody gave it one, by its short ID. */
import { asSeen } from '../format/hidden-characters.ts';
import { shortId } from '../format/identifiers.ts';

export const NameOrId = ({ name, id }: { name: string | null; id: string }) =>
  name === null ? <span className="mono">{asSeen(shortId(id))}</span> : asSeen(name);
