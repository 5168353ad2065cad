import type { accountContract } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { type Handlers, reply, replyOr } from '../../core/request/handler.ts';
import { findProofFault } from '../access/find-proof-fault.ts';
import { finishTotp, removeTotp, renewCodes, startTotp } from '../factors/change-totp.ts';
import { addPasskey, addPasskeyOptions } from '../passkeys/add-passkey.ts';
import { relyingPartyAt } from '../passkeys/relying-party.ts';
import { proveByPasskey, signInByPasskey, signInOptions } from '../passkeys/sign-in-by-passkey.ts';
import { deletePasskey, listPasskeys } from '../passkeys/store.ts';
import { presentPasskey } from '../present.ts';
import { presentOpened, presentSignedIn } from './present-signed-in.ts';

type Account = Handlers<typeof accountContract>;

const presentOptions = (options: object) => ({ options: { ...options } });
const presentCodes = (codes: readonly string[]) => ({ recovery_codes: [...codes] });

/** Returns the handlers for authenticator apps and recovery codes. */
export function totpRoutes(app: AppContext): Account['totp'] {
  return {
    start: async ({ ctx }) => replyOr(await startTotp(app, ctx.caller, new URL(ctx.baseUrl).hostname), 201, (started) => started),
    confirm: async ({ ctx, body }) => replyOr(await finishTotp(app, ctx.caller.person, { ...body(), from: ctx.from }), 200, presentCodes),
    remove: async ({ ctx }) => (await removeTotp(app, ctx.caller)) ?? reply(200, { deleted: true } as const),
    renewCodes: async ({ ctx }) => replyOr(await renewCodes(app, ctx.caller), 201, presentCodes),
  };
}

function enteringRoutes(app: AppContext): Pick<Account['passkeys'], 'signInOptions' | 'signIn' | 'prove'> {
  return {
    signInOptions: async ({ ctx }) => {
      const party = relyingPartyAt(ctx.baseUrl);
      return party instanceof ApiError ? party : reply(200, presentOptions(await signInOptions(app, party)));
    },
    signIn: async ({ ctx, body }) => {
      const party = relyingPartyAt(ctx.baseUrl);
      if (party instanceof ApiError) return party;
      const opened = await signInByPasskey(app, { ...body(), party, from: ctx.from });
      return opened instanceof ApiError ? opened : replyOr(await presentOpened(app, ctx, opened), 200, (me) => me);
    },
    prove: async ({ ctx, body }) => {
      const party = relyingPartyAt(ctx.baseUrl);
      if (party instanceof ApiError) return party;
      const proved = await proveByPasskey(app, ctx.caller, { ...body(), party, from: ctx.from });
      if (proved instanceof ApiError) return proved;
      const { person } = ctx.caller;
      return replyOr(await presentSignedIn(app, person.userId, { person, provedAt: proved }), 200, (me) => me);
    },
  };
}

/** Returns the handlers for passkeys. */
export function passkeyRoutes(app: AppContext): Account['passkeys'] {
  return {
    ...enteringRoutes(app),
    addOptions: async ({ ctx }) => {
      const party = relyingPartyAt(ctx.baseUrl);
      return party instanceof ApiError ? party : replyOr(await addPasskeyOptions(app, ctx.caller, party), 200, presentOptions);
    },
    add: async ({ ctx, body }) => {
      const party = relyingPartyAt(ctx.baseUrl);
      return party instanceof ApiError ? party : replyOr(await addPasskey(app, ctx.caller, { ...body(), party }), 201, presentPasskey);
    },
    list: async ({ ctx }) => reply(200, { data: (await listPasskeys(app.db.read, ctx.caller.person.userId)).map(presentPasskey) }),
    remove: async ({ ctx, params: { id } }) => {
      const fault = findProofFault(app, ctx.caller);
      if (fault !== undefined) return fault;
      const { userId } = ctx.caller.person;
      const isGone = await app.db.transact((trx) => deletePasskey(trx, { userId, id }));
      return isGone ? reply(200, { deleted: true, id } as const) : new ApiError('not_found');
    },
  };
}
