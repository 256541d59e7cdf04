/** The public door of the webhooks: what the composition root and the bridge build on. */

export type { InboxBounds } from './inbox/bounds.ts';
export { openInbox } from './inbox/inbox.ts';
export { inboxKeysOf } from './inbox/sealing.ts';
export type * from './inbox/types.ts';
export { openIntake } from './intake/intake.ts';
export { intakeMigrations } from './intake/migrations.ts';
export type * from './intake/types.ts';
export { ReceiverPortTaken } from './receiver/listen.ts';
export { PortsDamaged } from './receiver/ports.ts';
export { startReceiver } from './receiver/receiver.ts';
export type * from './receiver/types.ts';
export { fingerprintOf } from './verdicts/judge.ts';
export type * from './verdicts/types.ts';
