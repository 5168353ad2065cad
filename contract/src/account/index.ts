import type { OperationOf } from '../core/operation-names.ts';
import { access, links, own } from './access.ts';
import { passkeys, totp } from './factors.ts';
import { issuer } from './issuer.ts';
import { audit, members } from './members.ts';

export type { Passkey } from './factors.ts';
export type { Invitation, MadeInvitation, Me, Member, SignInRecord } from './fields.ts';
export type { AuditEntry } from './members.ts';
export { mayCall, type Role, roleNames, roles, writes } from './roles.ts';

/** Operations on people's own accounts, under `/account`, with a cookie. They are not part of the interface document. */
export const accountContract = { access, own, links, totp, passkeys, issuer, members, audit };

export type AccountOperation = OperationOf<typeof accountContract>;
