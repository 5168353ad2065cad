import type { Kysely } from 'kysely';
import type { MemberCaller, OperatorCaller } from '../../core/request/caller.ts';
import type { Schema } from '../../db/schema.ts';
import { isActiveTenant, readOverrides, readPlan } from '../../tenants/index.ts';
import { isOpenAt } from '../access/sign-in-store.ts';
import { readRole } from '../members/store.ts';

interface SignInQuery {
  readonly signInId: string;
  readonly now: number;
}

/** Selects valid sign-ins of people who are not suspended. */
const liveSignIns = (db: Kysely<Schema>, { signInId, now }: SignInQuery) =>
  db
    .selectFrom('sign_ins as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.id', '=', signInId)
    .where(isOpenAt(now))
    .where('u.suspended', '=', 0);

/** Returns whether a sign-in is valid and its person is not suspended. */
export async function isSignedIn(db: Kysely<Schema>, asked: SignInQuery): Promise<boolean> {
  return (await liveSignIns(db, asked).select('s.id').executeTakeFirst()) !== undefined;
}

/** Returns the current person of a sign-in within a tenant, with one point read. */
export async function findMemberCaller(
  db: Kysely<Schema>,
  { tenantId, ...asked }: SignInQuery & { readonly tenantId: string },
): Promise<MemberCaller | undefined> {
  const row = await liveSignIns(db, asked)
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .innerJoin('tenant_meters as tm', 'tm.tenant_id', 'm.tenant_id')
    .select(['u.id', 'u.email', 'm.role', 'tm.version', 't.plan', 't.overrides'])
    .where('m.tenant_id', '=', tenantId)
    .where(isActiveTenant('t'))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    kind: 'tenant',
    tenantId,
    person: { userId: row.id, email: row.email, signInId: asked.signInId },
    role: readRole(row.role),
    permission: 'full_access',
    domainId: null,
    version: row.version,
    plan: readPlan(row.plan),
    overrides: readOverrides(row.overrides),
  };
}

/** Returns the person of a sign-in as an operator, if they are one now. */
export async function findOperatorCaller(db: Kysely<Schema>, asked: SignInQuery): Promise<OperatorCaller | undefined> {
  const row = await liveSignIns(db, asked).select(['u.id', 'u.email']).where('u.operator', '=', 1).executeTakeFirst();
  return row && { kind: 'operator', person: { userId: row.id, email: row.email, signInId: asked.signInId } };
}
