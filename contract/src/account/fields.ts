import { z } from 'zod';
import { id, idOf, storedName, timestamp } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { roleNames } from './roles.ts';

export const email = z.string().min(3).max(limits.addressLength).describe('Address of the person, in any case.');

export const storedEmail = z.string().describe('Address of the person, bare and in lower case.');

/** A newly chosen password; an existing one may follow earlier rules. */
export const newPassword = z
  .string()
  .min(limits.passwordLeast)
  .max(limits.passwordLength)
  .describe('12 to 256 characters of any kind; not the address.');

export const password = z.string().min(1).max(limits.passwordLength).describe('The password of the account.');

export const code = z
  .string()
  .max(64)
  .optional()
  .describe('Six digits of the authenticator app, or a recovery code, if the account requires one.');

export const role = z
  .enum(roleNames)
  .describe(
    '`owner` may do everything, `developer` all but change members, `marketer` write contacts, audiences, segments, templates, broadcasts, automations and suppressions, `viewer` only read.',
  );

export const token = z.string().min(1).max(256).describe('The part of the link after `#token=`.');

export const tenantParam = z.object({ tenant_id: idOf('the tenant') });
export const memberParam = tenantParam.extend({ id: idOf('the object within the tenant') });

export const me = z
  .object({
    id,
    email: storedEmail,
    name: z.string().nullable().describe('What the person wants to be called; null where nothing is known.'),
    operator: z.boolean().describe('Whether the person is an operator, who may call /admin.'),
    has_authenticator: z.boolean().describe('Whether signing in with the password requires a code.'),
    recovery_codes_left: z.int().describe('Recovery codes that still work.'),
    has_password: z.boolean().describe('Whether the person can sign in with a password.'),
    memberships: z
      .array(
        z.object({
          tenant_id: idOf('the tenant'),
          tenant_name: storedName,
          role,
          suspended: z
            .boolean()
            .describe('Whether the operator has suspended the tenant: nothing in it can be read or changed until that is lifted.'),
        }),
      )
      .describe('Tenants that the person belongs to, sorted by name; at most 500.'),
    sign_in_id: idOf('the current sign-in'),
    proved_at: timestamp.describe(
      'When the identity was last confirmed, ms since 1970-01-01T00:00:00Z; some changes require a confirmation within 15 minutes.',
    ),
  })
  .meta({ id: 'Me' });

export const signIn = z
  .object({
    id,
    method: z.enum(['password', 'link', 'passkey', 'issuer']).describe('How the person signed in.'),
    ip: z.string().nullable().describe('Address of the client; null if unknown.'),
    user_agent: z.string().nullable().describe('User agent of the browser, at most 512 characters.'),
    created_at: timestamp,
    last_seen_at: timestamp.describe('Accurate to five minutes, ms since 1970-01-01T00:00:00Z.'),
    expires_at: timestamp.describe('When it expires at the latest, ms since 1970-01-01T00:00:00Z.'),
    current: z.boolean().describe('Whether it is the current sign-in.'),
  })
  .meta({ id: 'SignIn' });

export const member = z
  .object({
    id,
    user_id: idOf('the person'),
    email: storedEmail,
    name: z.string().nullable().describe('What the person wants to be called; null where nothing is known.'),
    role,
    suspended: z.boolean().describe('Whether the operator has suspended the person.'),
    last_signed_in_at: timestamp.nullable().describe('When the person last signed in; null before the first time.'),
    created_at: timestamp,
  })
  .meta({ id: 'Member' });

export const invitation = z
  .object({
    id,
    email: storedEmail,
    role: role.nullable().describe('Role of the person in the tenant; null if the invitation is to no tenant.'),
    created_at: timestamp,
    expires_at: timestamp.describe('When the link stops working, ms since 1970-01-01T00:00:00Z.'),
  })
  .meta({ id: 'Invitation' });

/** A newly created invitation. */
export const madeInvitation = invitation
  .extend({
    kind: z
      .enum(['invitation', 'recovery'])
      .describe(
        '`invitation`: creates an account, or is accepted with an existing one. `recovery`, only from the operator: gives access to an existing account again; it sets another password, ends every sign-in, and removes the authenticator app, recovery codes and passkeys.',
      ),
    link: z.string().describe('A link that works once, shown only once: anybody who has it can use it.'),
    mailed: z.boolean().describe('Whether it was mailed too, which requires the setting SYSTEM_FROM.'),
  })
  .meta({ id: 'MadeInvitation' });

export type Me = z.infer<typeof me>;
export type SignInRecord = z.infer<typeof signIn>;
export type Member = z.infer<typeof member>;
export type Invitation = z.infer<typeof invitation>;
export type MadeInvitation = z.infer<typeof madeInvitation>;
