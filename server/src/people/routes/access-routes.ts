import type { accountContract } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import { type Handlers, reply, replyOr } from '../../core/request/handler.ts';
import { toKeysetPage } from '../../db/keyset.ts';
import { prove } from '../access/prove.ts';
import { setPassword } from '../access/set-password.ts';
import { signIn } from '../access/sign-in.ts';
import { deleteSignIn, listSignIns } from '../access/sign-in-store.ts';
import { createBearer } from '../bearers/create-bearer.ts';
import { requestReset } from '../links/request-reset.ts';
import type { PeopleParts } from '../parts.ts';
import { presentSignIn } from '../present.ts';
import { updateUser } from '../user-store.ts';
import { presentOpened, presentSignedIn } from './present-signed-in.ts';

type Account = Handlers<typeof accountContract>;

export interface AccessRouteParts extends PeopleParts {
  /** Receives work that continues after an answer. */
  readonly follow: (work: Promise<void>) => void;
}

/** Returns the handlers for signing in and out. */
export function accessRoutes(parts: AccessRouteParts): Account['access'] {
  const { app, follow } = parts;
  return {
    signIn: async ({ ctx, body }) => {
      const opened = await signIn(parts, body(), ctx.from);
      return opened instanceof ApiError ? opened : replyOr(await presentOpened(app, ctx, opened), 200, (me) => me);
    },
    signOut: async ({ ctx }) => {
      const { userId, signInId } = ctx.caller.person;
      await app.db.transact((trx) => deleteSignIn(trx, { userId, id: signInId }));
      ctx.cookie = null;
      return reply(200, { signed_out: true } as const);
    },
    prove: async ({ ctx, body }) => {
      const { person } = ctx.caller;
      const proved = await prove(parts, ctx.caller, { ...body(), from: ctx.from });
      if (proved instanceof ApiError) return proved;
      return replyOr(await presentSignedIn(app, person.userId, { person, provedAt: proved }), 200, (me) => me);
    },
    createToken: async ({ ctx, body }) => {
      const created = await createBearer(app, ctx.caller.person, body());
      if (created instanceof ApiError) return created;
      return reply(201, { token: created.token, role: created.role, expires_at: created.expiresAt });
    },
    requestReset: async ({ ctx, body }) => {
      const requested = await requestReset(app, { ...body(), from: ctx.from });
      if (requested instanceof ApiError) return requested;
      follow(requested.mailing);
      return reply(202, { requested: true } as const);
    },
  };
}

/** Returns the handlers for the signed-in person. */
export function ownRoutes(parts: PeopleParts): Account['own'] {
  const { app } = parts;
  const { db, clock } = app;
  return {
    get: async ({ ctx }) => replyOr(await presentSignedIn(app, ctx.caller.person.userId, ctx.caller), 200, (me) => me),
    update: async ({ ctx, body }) => {
      const { name } = body();
      await db.transact((trx) => updateUser(trx, ctx.caller.person.userId, { name }));
      return replyOr(await presentSignedIn(app, ctx.caller.person.userId, ctx.caller), 200, (me) => me);
    },
    setPassword: async ({ ctx, body }) => {
      const refusal = await setPassword(parts, ctx.caller, body().password);
      return refusal ?? replyOr(await presentSignedIn(app, ctx.caller.person.userId, ctx.caller), 200, (me) => me);
    },
    listSignIns: async ({ ctx, query }) => {
      const { userId, signInId } = ctx.caller.person;
      const page = query();
      const signIns = await listSignIns(db.read, { userId, page, now: clock.now() });
      return reply(
        200,
        toKeysetPage(signIns, page.limit, (one) => presentSignIn(one, signInId)),
      );
    },
    deleteSignIn: async ({ ctx, params: { id } }) => {
      const { userId, signInId } = ctx.caller.person;
      if (!(await db.transact((trx) => deleteSignIn(trx, { userId, id })))) return new ApiError('not_found');
      if (id === signInId) ctx.cookie = null;
      return reply(200, { deleted: true, id } as const);
    },
  };
}
