/**
 * Where every procedure of the bridge begins: with what it may do unasked. The page is not trusted, so
 * what lets data or secrets out, a person confirms in a document of main's own. A procedure that begins
 * otherwise does not compile in contract.ts; src/main/console/person-asked.test.ts calls all that ask.
 */
import { type AnyContractProcedure, type ContractRouter, oc } from '@orpc/contract';
import type { z } from 'zod';
import { commonErrors } from './errors.ts';

/** What the mode of a profile has to allow: a reviewer's allows no writes at the service. */
export type Need = 'service-writes' | 'sign-offs';

export interface Unasked {
  /** Why it lets nothing out that a person has not confirmed; `asks` where a person does. */
  readonly may: string;
  /** Refused to a profile in a mode without it, whatever the input (main/console/profile-modes.ts). */
  readonly needs?: Need;
}

export type BridgePart = ContractRouter<Unasked>;

/** What main's handler of a procedure gets: the input, parsed. */
export type InputOf<Procedure extends AnyContractProcedure> = z.output<
  NonNullable<Procedure['~orpc']['inputSchema']>
>;
/** What it returns: the output before the bridge parses it. */
export type OutputOf<Procedure extends AnyContractProcedure> = z.input<
  NonNullable<Procedure['~orpc']['outputSchema']>
>;

const begin = (may: string, needs?: Need) =>
  oc.$meta<Unasked>(needs === undefined ? { may } : { may, needs }).errors(commonErrors);

export const asks = begin('asks');
export const asksToSignOff = begin('asks', 'sign-offs');
export const asksToWrite = begin('asks', 'service-writes');
const telling = 'It tells the page something, and that is all.';
export const reads = begin(telling);
export const isReading = (declared: Unasked | null): boolean => declared?.may === telling;
export const looksUp = begin('It asks the service, at the address that a person confirmed for it.');
export const writesToService = begin(
  'It tells the service, at the address that a person confirmed for the profile.',
  'service-writes',
);
export const continuesConfirmed = begin(
  'It opens, checks or resumes what a person has confirmed before.',
);
export const proposesToTeam = begin(
  'It tells the team that a person has joined, sealed to its members, and sends nothing to the service.',
  'service-writes',
);
export const writesHere = begin('It writes to this computer alone.');
export const signsOff = begin('It writes to this computer alone.', 'sign-offs');
export const delaysLock = begin('It says that somebody is here, which is all that it changes.');
export const stops = begin('It closes, stops or takes away.');
export const makesFile = begin('It makes a file of what the page can read, where the person says.');
export const refusedToPages = begin('It is refused to every page.');
