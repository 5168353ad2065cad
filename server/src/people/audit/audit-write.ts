import type { AppContext } from '../../app-context.ts';
import type { PersonalWrite } from '../../core/operation/implement.ts';
import { toApiError } from '../../core/operation/to-api-error.ts';
import { personOf } from '../../core/request/caller.ts';
import type { Context } from '../../core/request/context.ts';
import { toStorable } from '../../core/text/storable.ts';
import { type AuditEntry, insertAuditEntry, updateAuditEntry } from './store.ts';

const OBJECT_LENGTH = 512;
/** Fields of an answer that name what was created. */
const NAMES = ['id', 'message_id', 'import_id', 'export_id', 'alias', 'email'];

/** The prefix of an operation's name, by the surface it belongs to; `/v1` needs none. */
const PREFIX = { tenant: '', operator: 'admin.', person: 'account.', anonymous: '' } as const;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {});

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the tenant that a change concerns: the caller's own, or that of the path. */
function tenantOf({ caller }: Context, params: unknown): string | null {
  if (caller.kind === 'tenant') return caller.tenantId;
  const named = fieldsOf(params).tenant_id;
  return isText(named) ? named : null;
}

/** Returns the object of a change: the one in the path, otherwise the one created. */
function objectOf(params: unknown, body: unknown): string | null {
  const { tenant_id: _, ...named } = fieldsOf(params);
  const places = Object.values(named).filter(isText);
  const answered = fieldsOf(body);
  const made = NAMES.map((name) => answered[name]).filter(isText);
  const found = places.length > 0 ? places.join('/') : made[0];
  return found === undefined ? null : toStorable(found).slice(0, OBJECT_LENGTH);
}

function entryOf({ clock, newId }: AppContext, { key, ctx, params }: PersonalWrite): AuditEntry {
  const person = personOf(ctx.caller);
  if (person === undefined) throw new Error('no person calls');
  const now = clock.now();
  return {
    id: newId('adt', now),
    tenantId: ctx.caller.kind === 'tenant' ? ctx.caller.tenantId : null,
    userId: person.userId,
    email: person.email,
    operation: `${PREFIX[ctx.caller.kind]}${key}`,
    object: objectOf(params, undefined),
    status: null,
    ip: ctx.from?.ip ?? null,
    requestId: ctx.requestId,
    createdAt: now,
  };
}

/** Records a change: once before it is made, so that nothing happens unrecorded, and its outcome afterwards. */
export async function auditWrite<A extends { readonly status: number; readonly body: unknown }>(
  app: AppContext,
  write: PersonalWrite,
  change: () => Promise<A>,
): Promise<A> {
  const { ctx, params } = write;
  const entry = entryOf(app, write);
  await app.db.transact((trx) => insertAuditEntry(trx, entry));
  const end = (outcome: Pick<AuditEntry, 'tenantId' | 'object' | 'status'>) =>
    app.db.transact((trx) => updateAuditEntry(trx, { id: entry.id, ...outcome }));
  try {
    const answer = await change();
    // A tenant named by a path gets the entry only after the caller's role was found to allow the operation.
    const { tenantId = tenantOf(ctx, params), object = objectOf(params, answer.body) } = ctx.changed ?? {};
    await end({ tenantId, object, status: answer.status });
    return answer;
  } catch (error) {
    await end({ tenantId: entry.tenantId, object: entry.object, status: toApiError(error).status });
    throw error;
  }
}
