import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/scalars.ts';
import { createLog } from '../core/foundation/log.ts';
import { createAuditTrail, type OpenLog } from './audit-trail.ts';
import type { PendingAction } from './pending-actions.ts';

let written: string[];
let facts: JsonObject[];
let isOpen: boolean;
let failWith: Error | null;
let appended: number;
let waiting: PendingAction[];
let cannotKeep: Error | null;
let waitsFor: string | null;
const audit: OpenLog['audit'] = {
  append: ({ action, facts: entryFacts }) => {
    if (failWith !== null) throw failWith;
    written.push(action);
    facts.push(entryFacts);
    return { sequence: written.length, at: '', action, facts: entryFacts, hash: '' };
  },
};
const trail = () =>
  createAuditTrail({
    open: () => (isOpen ? { profileId: 'open', audit } : null),
    waitsFor: () => waitsFor,
    pending: {
      keep: (_profileId, entry) => {
        if (cannotKeep !== null) throw cannotKeep;
        waiting.push(entry);
      },
      hand: (profileId, take) => {
        if (profileId !== 'other') for (const entry of waiting.splice(0)) take(entry);
      },
    },
    onAppend: () => {
      appended += 1;
    },
    log: createLog({ level: 'silent', destination: { write: () => undefined } }),
  });

beforeEach(() => {
  written = [];
  facts = [];
  isOpen = false;
  failWith = null;
  appended = 0;
  waiting = [];
  cannotKeep = null;
  waitsFor = null;
});

describe('actions of the console', () => {
  it('wait for a profile to open, and keep their order', () => {
    const actions = trail();
    actions.record('console.started');
    actions.record('vault.unlocked');
    expect(written).toEqual([]);
    isOpen = true;
    actions.flush();
    actions.record('profile.selected');
    expect(written).toEqual(['console.started', 'vault.unlocked', 'profile.selected']);
    expect(appended).toBe(2);
  });

  it('that wait for a profile go to another log before it is erased', () => {
    waitsFor = 'damaged';
    const actions = trail();
    actions.record('console.started');
    expect(written).toEqual([]);
    isOpen = true;
    actions.takeOver('damaged');
    expect(written).toEqual(['console.started']);
    expect(waiting).toEqual([]);
  });

  it('are not lost when the disk does not take them', () => {
    const actions = trail();
    isOpen = true;
    failWith = new Error('disk full');
    actions.record('profile.added');
    expect(written).toEqual([]);
    failWith = null;
    actions.record('profile.selected');
    expect(written).toEqual(['profile.added', 'profile.selected']);
  });

  it('do not pile up without end while nothing opens', () => {
    const actions = trail();
    for (let count = 0; count < 300; count += 1) actions.record(`action.${count}`);
    isOpen = true;
    actions.flush();
    expect(written).toHaveLength(201);
    expect(written.slice(0, 2)).toEqual(['audit.entries-lost', 'action.100']);
    expect(facts[0]).toEqual({ count: 100 });
    expect(written.at(-1)).toBe('action.299');
    actions.record('profile.selected');
    expect(written.slice(201)).toEqual(['profile.selected']);
  });

  it('that were too many are counted until the disk takes it', () => {
    const actions = trail();
    for (let count = 0; count < 201; count += 1) actions.record(`action.${count}`);
    isOpen = true;
    failWith = new Error('disk full');
    actions.flush();
    failWith = null;
    actions.flush();
    expect([written[0], facts[0]]).toEqual(['audit.entries-lost', { count: 1 }]);
    expect(written).toHaveLength(201);
  });
});

describe('while no profile will open by itself, actions', () => {
  it('are kept for the one that opens next, should Causeway stop before', () => {
    const actions = trail();
    actions.record('console.started');
    waitsFor = 'open';
    actions.record('console.stopped');
    expect(waiting.map(({ action }) => action)).toEqual(['console.started', 'console.stopped']);
    isOpen = true;
    trail().record('console.started');
    expect(written).toEqual(['console.started', 'console.stopped', 'console.started']);
  });

  it('are held where they can’t be kept', () => {
    waitsFor = 'open';
    cannotKeep = new Error('disk full');
    const actions = trail();
    actions.record('vault.locked');
    isOpen = true;
    actions.flush();
    expect(written).toEqual(['vault.locked']);
  });
});

describe('actions on one profile', () => {
  it('go to its own log at once while it is open', () => {
    isOpen = true;
    trail().recordFor('open', 'token.entered');
    expect([written, waiting]).toEqual([['token.entered'], []]);
  });

  it('wait while another is open, and come before what was done since', () => {
    isOpen = true;
    trail().recordFor('other', 'token.entered', { lastFour: 'abcd' });
    expect(written).toEqual([]);
    expect(waiting).toEqual([{ action: 'token.entered', facts: { lastFour: 'abcd' } }]);
    trail().record('profile.selected');
    expect(written).toEqual(['token.entered', 'profile.selected']);
    expect(appended).toBe(1);
  });

  it('go to the open log rather than to none when they can’t be kept', () => {
    isOpen = true;
    cannotKeep = new Error('disk full');
    trail().recordFor('other', 'token.entered');
    expect(written).toEqual(['token.entered']);
  });
});
