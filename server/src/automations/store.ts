import type { AutomationStatus, AutomationStep, TriggerKind } from '@posthorn/contract';
import { type Kysely, sql } from 'kysely';
import type { ObjectRef } from '../core/request/context.ts';
import { isIn, lockRows, type Trx } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { AutomationRow, Schema } from '../db/schema.ts';
import { AUTOMATION_BYTES } from '../storage/size-store.ts';
import type { Automation, AutomationContent, TriggerConfig } from './automation.ts';

/** Safe because only `toRow` writes them. */
const readStatus = (stored: string) => stored as AutomationStatus;
const readKind = (stored: string) => stored as TriggerKind;

const parseConfig = (stored: string) => JSON.parse(stored) as TriggerConfig;
const parseSteps = (stored: string) => JSON.parse(stored) as AutomationStep[];

const fromRow = (row: AutomationRow): Automation => ({
  id: row.id,
  tenantId: row.tenant_id,
  name: row.name,
  description: row.description,
  triggerKind: readKind(row.trigger_kind),
  triggerConfig: parseConfig(row.trigger_config),
  steps: parseSteps(row.steps),
  fromDomainId: row.from_domain_id,
  from: row.from_address,
  replyTo: row.reply_to,
  status: readStatus(row.status),
  counts: { active: row.active_count, completed: row.completed_count, cancelled: row.cancelled_count, failed: row.failed_count },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  activatedAt: row.activated_at,
  archivedAt: row.archived_at,
});

const toContentRow = (content: AutomationContent) => ({
  name: content.name,
  description: content.description,
  trigger_kind: content.triggerKind,
  trigger_config: JSON.stringify(content.triggerConfig),
  steps: JSON.stringify(content.steps),
  from_domain_id: content.fromDomainId,
  from_address: content.from,
  reply_to: content.replyTo,
});

export async function insertAutomation(trx: Trx, automation: Automation): Promise<void> {
  await trx
    .insertInto('automations')
    .values({
      id: automation.id,
      tenant_id: automation.tenantId,
      ...toContentRow(automation),
      status: automation.status,
      active_count: automation.counts.active,
      completed_count: automation.counts.completed,
      cancelled_count: automation.counts.cancelled,
      failed_count: automation.counts.failed,
      created_at: automation.createdAt,
      updated_at: automation.updatedAt,
      activated_at: automation.activatedAt,
      archived_at: automation.archivedAt,
    })
    .execute();
}

/** Selects the automations of a page, newest first, and one more where there are more. */
export async function listAutomations(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<Automation[]> {
  const rows = await db.selectFrom('automations').selectAll().where('tenant_id', '=', tenantId).$call(newestFirst(page)).execute();
  return rows.map(fromRow);
}

/** Returns how many bytes the content of each automation of a page has, without reading it. */
export async function listAutomationBytes(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<number[]> {
  const query = db.selectFrom('automations').select(AUTOMATION_BYTES.as('bytes')).where('tenant_id', '=', tenantId);
  return (await query.$call(newestFirst(page)).execute()).map(({ bytes }) => bytes);
}

export async function findAutomation(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<Automation | undefined> {
  const row = await db.selectFrom('automations').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Replaces the content of an automation, which must be locked. */
export async function updateContent(
  trx: Trx,
  { tenantId, id }: ObjectRef,
  { content, at }: { content: AutomationContent; at: number },
): Promise<Automation> {
  const row = await trx
    .updateTable('automations')
    .set({ ...toContentRow(content), updated_at: at })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

export interface Move {
  readonly from: readonly AutomationStatus[];
  readonly to: AutomationStatus;
  readonly at: number;
  /** `updated_at` of the program that was checked. */
  readonly readAt?: number | undefined;
}

/** Moves an automation from one of the expected states to another; returns undefined where it is in none of them. */
export async function moveAutomation(
  trx: Trx,
  { tenantId, id }: ObjectRef,
  { from, to, at, readAt }: Move,
): Promise<Automation | undefined> {
  const update = trx
    .updateTable('automations')
    .set({
      status: to,
      // This is also the version of the content, so it is never the same twice.
      updated_at: sql`case when updated_at >= ${at} then updated_at + 1 else ${at} end`,
      ...(to === 'active' ? { activated_at: at } : {}),
      ...(to === 'archived' ? { archived_at: at } : {}),
    })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', [...from]);
  const row = await (readAt === undefined ? update : update.where('updated_at', '=', readAt)).returningAll().executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Locks automations by id and returns those that are still there. */
export async function lockAutomations(trx: Trx, ids: readonly string[]): Promise<Automation[]> {
  const rows = await trx
    .selectFrom('automations')
    .selectAll()
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'automations'))
    .execute();
  return rows.map(fromRow);
}

/** Locks automations by id, without reading their content. */
export async function holdAutomations(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .selectFrom('automations')
    .select('id')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'automations'))
    .execute();
}

/** Returns how many automations of a tenant are active. */
export async function countActive(trx: Trx, tenantId: string): Promise<number> {
  const active = trx.selectFrom('automations').where('tenant_id', '=', tenantId).where('status', '=', sql.lit('active'));
  return Number((await active.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count);
}

/** The first step of an automation, and what triggers it. */
export interface EntryPoint extends Pick<Automation, 'id' | 'tenantId' | 'triggerConfig'> {
  readonly firstStep: string | undefined;
}

export const entryPointOf = ({ id, tenantId, triggerConfig, steps }: Automation): EntryPoint => ({
  id,
  tenantId,
  triggerConfig,
  firstStep: steps[0]?.id,
});

/** How many automations are read at once: each may have 64 KiB of steps. */
const ENTRY_POINTS_A_PAGE = 20;

export interface TriggerFilter {
  readonly tenantIds: readonly string[];
  readonly kind: TriggerKind;
}

/**
 * Locks and returns the active automations of tenants with a kind of trigger. The number of look-ups does not depend on the number of
 * contacts.
 */
export async function lockTriggered(trx: Trx, { tenantIds, kind }: TriggerFilter, after = ''): Promise<EntryPoint[]> {
  const rows = await trx
    .selectFrom('automations')
    .selectAll()
    .where('status', '=', sql.lit('active'))
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .where('trigger_kind', '=', kind)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ENTRY_POINTS_A_PAGE)
    .modifyEnd(lockRows(trx, 'wait', 'automations'))
    .execute();
  const entryPoints = rows.map((row) => entryPointOf(fromRow(row)));
  const last = entryPoints.at(-1);
  if (last === undefined || entryPoints.length < ENTRY_POINTS_A_PAGE) return entryPoints;
  return [...entryPoints, ...(await lockTriggered(trx, { tenantIds, kind }, last.id))];
}
