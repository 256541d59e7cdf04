/** What is particular to a repair of each kind of database. */
import { z } from 'zod';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { isoNow, systemClock } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { standLatestLabel } from '../../core/annotations/address-labels.ts';
import { writeSearchText } from '../../core/annotations/search-text.ts';
import { standAgain } from '../../core/annotations/stand-again.ts';
import { chainHash, GENESIS } from '../../core/audit/chain.ts';
import type { DatabaseKind } from '../../core/repair/database-watch.ts';
import type { Salvage, SalvageOptions } from '../../core/repair/salvage.ts';
import { loseOrigins } from '../../features/handover/lost-origins.ts';
import { teamTables } from '../../features/team/migrations.ts';

interface RepairKind extends SalvageOptions {
  /** Puts in order what rows that are lost leave behind. Inside the same transaction as all else. */
  settle(sqlite: Sqlite, salvage: Salvage): void;
}

const nothing = { derived: new Set<string>(), settle: () => undefined };

/** Found again from observations, intents and deliveries, by who opens the profile next. */
const derivedRecords = [
  'records',
  'record_counts',
  'derivation',
  'customer_columns',
  'customer_statuses',
  'customer_queue',
  'virtual_account_columns',
  'bank_account_columns',
  'wallet_columns',
  'address_columns',
  'payment_link_columns',
  'annotation_texts',
  'address_uses',
  'address_book_cursor',
  'drift_cursor',
  'drift_told',
  'drift_changes',
  'overview_mismatches',
  'overview_cursor',
  'payout_cursor',
  'payout_pending',
  'payout_events',
  'payout_columns',
  'payout_cells',
  'forward_counts',
  'intake',
  'delivered_events',
  'read_deliveries',
  'damaged_deliveries',
  // Room for outcomes of requests that were cut off.
  'intent_room',
  // Where a chain of the team stands may be lost, and then another entry would be written in a place. It is joined anew.
  ...teamTables.filter((table) => table !== 'team_state'),
  // A table of an earlier version.
  'team_hashes',
];

export const repairKinds: Readonly<Record<DatabaseKind, RepairKind>> = {
  records: {
    derived: new Set(derivedRecords),
    named: { index: 'observations_in_order', columns: 2 },
    settle(sqlite, { highest, tables }) {
      // An earlier version has not all of them; what makes them fills them then.
      const has = (table: string) => hasTable(sqlite, table);
      sqlite.exec(`
        INSERT INTO forward_counts (target_id, state, number)
          SELECT target_id, state, count(*) FROM forwards GROUP BY target_id, state
          ON CONFLICT (target_id, state) DO UPDATE SET number = excluded.number`);
      if (has('annotation_label_versions')) settleVersions(sqlite);
      if (has('address_labels')) settleAddressLabels(sqlite);
      const annotated = recordRows.parse(
        sqlite.all(`
          SELECT kind, id FROM annotation_labels UNION SELECT kind, id FROM annotation_references
          UNION SELECT kind, id FROM annotation_notes`),
      );
      for (const { kind, id } of annotated) writeSearchText(sqlite, [kind, id]);
      const origins = tables.find(({ table }) => table === 'handover_entry_origins');
      if (origins !== undefined && (origins.lost > 0 || origins.mayLackMore)) loseOrigins(sqlite);
      if (has('team_state')) sqlite.run("UPDATE team_state SET author = ''");
      fillAuditLog(sqlite, Number(highest.get('audit_log') ?? 0n));
    },
  },
  sandbox: nothing,
  coverage: nothing,
  inbox: {
    ...nothing,
    settle(sqlite, { highest, lostPages }) {
      const [one = 0n, other = 0n] = [highest.get('deliveries'), highest.get('verdicts')];
      const last = Number(one > other ? one : other) + (lostPages > 0 ? numbersLeftOut : 0);
      sqlite.run('UPDATE used_numbers SET last = max(last, ?)', [last]);
    },
  },
};

export const hasTable = (sqlite: Sqlite, table: string): boolean =>
  sqlite.first("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", [table]) !==
  undefined;

/** What stands of labels and references has its version; and what stands follows from all that came. */
function settleVersions(sqlite: Sqlite): void {
  for (const what of ['label', 'reference']) {
    const columns = `kind, id, folded, ${what}, written_at`;
    sqlite.exec(`
      INSERT INTO annotation_${what}_versions (${columns})
        SELECT ${columns} FROM annotation_${what}s AS here WHERE NOT EXISTS (
          SELECT 1 FROM annotation_${what}_versions AS said
          WHERE said.kind = here.kind AND said.id = here.id AND said.folded = here.folded)`);
  }
  standAgain(sqlite, null);
}

const labelled = z.array(z.object({ network: z.string(), address: z.string() }));

/** The same of labels of addresses. */
function settleAddressLabels(sqlite: Sqlite): void {
  sqlite.exec(`
    INSERT INTO address_labels (family, canonical, network, address, label, written_at)
      SELECT family, canonical, coalesce(label_network, family), address, label, ''
      FROM address_book AS here WHERE label IS NOT NULL AND NOT EXISTS (SELECT 1 FROM address_labels
        AS said WHERE said.family = here.family AND said.canonical = here.canonical)`);
  const all = sqlite.all(
    "SELECT DISTINCT network, address FROM address_labels WHERE address <> ''",
  );
  for (const { network, address } of labelled.parse(all))
    standLatestLabel(sqlite, network, address);
}

/** Whoever followed the inbox may be behind rows that are lost, so their numbers are not given again. */
const numbersLeftOut = 1_000_000;

const recordRows = z.array(z.object({ kind: z.string(), id: z.string() }));
const sequenceRow = z.object({ sequence: z.int().nullable() });

export const lostEntryAction = 'audit.entry-lost';

/** The log has no gaps; checking it names the first entry that is lost. */
function fillAuditLog(sqlite: Sqlite, highest: number): void {
  const nextOf = (sequence: number): number =>
    sequenceRow.parse(
      sqlite.first('SELECT min(sequence) AS sequence FROM audit_log WHERE sequence >= ?', [
        sequence,
      ]),
    ).sequence ?? highest + 1;
  const lost: number[] = [];
  for (let sequence = 1; sequence <= highest; sequence += 1) {
    const next = nextOf(sequence);
    for (; sequence < next; sequence += 1) lost.push(sequence);
  }
  const at = isoNow(systemClock);
  for (const sequence of lost) {
    const entry = { sequence, at, action: lostEntryAction, facts: canonicalJson({}) };
    sqlite.run('INSERT INTO audit_log (sequence, at, action, facts, hash) VALUES (?, ?, ?, ?, ?)', [
      sequence,
      at,
      entry.action,
      entry.facts,
      chainHash(GENESIS, entry),
    ]);
  }
}
