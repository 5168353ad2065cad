import type { AppContext } from '../app-context.ts';
import { sha256 } from '../core/crypto/hash.ts';
import { DAY_MS } from '../core/durations.ts';
import type { Audit } from '../core/operation/implement.ts';
import type { SignedInCaller, TenantCaller } from '../core/request/caller.ts';
import type { Feature } from '../feature.ts';
import { addressErased } from '../suppressions/index.ts';
import type { KnownCallers } from '../tenants/index.ts';
import { createPasswords } from './access/passwords.ts';
import { deleteEndedSignIns, findSignedIn, SEEN_EVERY_MS, touchSignIn } from './access/sign-in-store.ts';
import { deleteOldTries } from './access/try-store.ts';
import { auditWrite } from './audit/audit-write.ts';
import { eraseInAudit } from './audit/erase-in-audit.ts';
import { deleteOldAuditEntries } from './audit/store.ts';
import { findByBearer } from './bearers/create-bearer.ts';
import { findCallerAgain } from './find-caller-again.ts';
import { deleteExpiredLinks } from './links/store.ts';
import { deleteOldChallenges } from './passkeys/store.ts';
import { accessRoutes, ownRoutes } from './routes/access-routes.ts';
import { adminPeopleRoutes } from './routes/admin-routes.ts';
import { passkeyRoutes, totpRoutes } from './routes/factor-routes.ts';
import { issuerRoutes } from './routes/issuer-routes.ts';
import { linkRoutes } from './routes/link-routes.ts';
import { auditRoutes, memberRoutes } from './routes/member-routes.ts';

export { findCallerNow } from './find-caller-again.ts';
export { invitePerson } from './links/invite.ts';
export { findUserByEmail } from './user-store.ts';

const AUDIT_KEPT_MS = 400 * DAY_MS;

function cleanupOf({ db, clock }: AppContext): NonNullable<Feature['cleanup']> {
  return [
    (limit) => db.transact((trx) => deleteExpiredLinks(trx, { now: clock.now(), limit })),
    (limit) => db.transact((trx) => deleteEndedSignIns(trx, { now: clock.now(), limit })),
    (limit) => db.transact((trx) => deleteOldChallenges(trx, { now: clock.now(), limit })),
    (limit) => db.transact((trx) => deleteOldTries(trx, { now: clock.now(), limit })),
    (limit) => db.transact((trx) => deleteOldAuditEntries(trx, { before: clock.now() - AUDIT_KEPT_MS, limit })),
  ];
}

/** Creates the feature `people`. */
export function createPeople(app: AppContext, { callers }: { readonly callers: KnownCallers }) {
  const { db, clock } = app;
  app.hooks.on(addressErased, (erased) => eraseInAudit(app, erased));
  const parts = { app, passwords: createPasswords() };
  const following = new Set<Promise<void>>();
  const follow = (work: Promise<void>) => {
    following.add(work);
    void work.finally(() => following.delete(work));
  };
  const feature = {
    accountRoutes: {
      access: accessRoutes({ ...parts, follow }),
      own: ownRoutes(parts),
      links: linkRoutes(parts),
      totp: totpRoutes(app),
      passkeys: passkeyRoutes(app),
      issuer: issuerRoutes(app),
      members: memberRoutes(app),
      audit: auditRoutes(app),
    },
    adminRoutes: { people: adminPeopleRoutes(app) },
    cleanup: cleanupOf(app),
    quiesce: async () => void (await Promise.all(following)),
  } satisfies Feature;
  const audit: Audit = (write, change) => auditWrite(app, write, change);
  return {
    ...feature,
    audit,
    findCallerAgain: (caller: TenantCaller) => findCallerAgain({ app, callers }, caller),
    /** Returns the person that a bearer stands for. */
    findByBearer: (token: string) => findByBearer(app, token),
    /** Returns the person whose cookie has this token, and records that it was used. */
    async findSignedIn(token: string): Promise<SignedInCaller | undefined> {
      const now = clock.now();
      const found = await findSignedIn(db.read, { hash: sha256(token), now });
      if (found !== undefined && found.lastSeenAt <= now - SEEN_EVERY_MS)
        await db.transact((trx) => touchSignIn(trx, found.person.signInId, now));
      return found;
    },
  };
}
