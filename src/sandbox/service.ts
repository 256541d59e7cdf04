/** The parts that operations and the control plane use. */
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import type { Emitter } from './events/emit.ts';
import type { EventReader } from './events/reader.ts';
import type { Faults } from './faults/rules.ts';
import type { Ids } from './ids.ts';
import type { Deliveries } from './state/deliveries.ts';
import type { Events } from './state/events.ts';
import type { Records } from './state/records.ts';
import type { SettingsStore } from './state/settings.ts';
import type { SharedCommit } from './state/shared-commit.ts';
import type { Webhooks } from './state/webhooks.ts';

export interface Service {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly settings: SettingsStore;
  readonly records: Records;
  readonly webhooks: Webhooks;
  readonly events: Events;
  readonly deliveries: Deliveries;
  readonly faults: Faults;
  readonly emitter: Emitter;
  readonly eventReader: EventReader;
  readonly commit: SharedCommit;
}
