/** The document that takes in the control plane of a hosted sandbox: its URL is read there, its token typed. */
import type { Confirmation } from '../core/feature/confirmation.ts';
import { Failed } from '../core/intents/failed.ts';
import { environmentNames } from './profile-document.ts';
import { readToken } from './secret-forms.ts';

export interface ControlPlaneDocument {
  readonly name: string;
  readonly baseUrl: string | null;
  readonly controlUrl: string;
  /** Does it. Gives the sentence for the last page. */
  act(token: string): Promise<string>;
}

export const controlPlaneDocument = (document: ControlPlaneDocument): Confirmation => ({
  title: 'Set control plane',
  facts: [
    ['Name', document.name],
    ['Environment', environmentNames.sandbox],
    ['Base URL', document.baseUrl ?? ''],
    ['Control URL', document.controlUrl],
  ],
  paragraphs: [
    'Causeway sends the control token and every sandbox control of this profile to this URL. Compare it with the one that the sandbox printed.',
  ],
  fields: [
    {
      name: 'token',
      label: 'Control token',
      help: 'It is stored with the other secrets on this computer.',
    },
  ],
  button: 'Set control plane',
  async act(fields) {
    const typed = readToken(fields);
    if (!typed.ok) throw new Failed('INVALID', { sentence: typed.problem, cause: 'token' });
    return { sentence: await document.act(typed.value) };
  },
});
