import type { accountContract } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { type Handlers, reply, replyOr } from '../../core/request/handler.ts';
import { createIssuer } from '../issuer/issuer.ts';
import { makeSession, secretsOf } from '../issuer/session.ts';
import { signInByIssuer } from '../issuer/sign-in-by-issuer.ts';
import { presentOpened } from './present-signed-in.ts';

/** The page that the issuer sends the browser back to; it must be registered at the issuer. */
const redirectUriAt = (baseUrl: string) => `${baseUrl}/console/sign-in`;

/** Returns the handlers for signing in with the configured issuer. */
export function issuerRoutes(app: AppContext): Handlers<typeof accountContract>['issuer'] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = app.config;
  const issuer = OIDC_ISSUER === undefined ? undefined : createIssuer({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET });
  return {
    show: async () => reply(200, { available: issuer !== undefined }),
    start: async ({ ctx }) => {
      if (issuer === undefined) return new ApiError('no_issuer');
      const { token, expiresAt } = makeSession(app);
      const url = await issuer.pageFor({ redirectUri: redirectUriAt(ctx.baseUrl), ...secretsOf(app, token) });
      return reply(200, { url, session: token, expires_at: expiresAt });
    },
    signIn: async ({ ctx, body }) => {
      if (issuer === undefined) return new ApiError('no_issuer');
      const opened = await signInByIssuer({ app, issuer }, { ...body(), redirectUri: redirectUriAt(ctx.baseUrl), from: ctx.from });
      return opened instanceof ApiError ? opened : replyOr(await presentOpened(app, ctx, opened), 200, (me) => me);
    },
  };
}
