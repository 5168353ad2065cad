import type { ContactRemoval } from '../contacts/index.ts';
import type { Dialect } from '../db/dialect.ts';
import { deleteMembershipsOf } from './member-store.ts';

export { type AudienceParts, addMembers, joinAudience } from './add-members.ts';
export type { AudienceAddition } from './audience.ts';
export { purgeDisowned } from './delete-audience.ts';
export { countMembers, deleteMembersOf, findContactIds } from './member-store.ts';
export { audienceRoutes } from './routes.ts';
export { findAudience } from './store.ts';

/** Takes contacts that are being deleted out of every audience. */
export const removeFromAudiences =
  (dialect: Dialect): ContactRemoval =>
  (trx, contactIds) =>
    deleteMembershipsOf(trx, dialect, contactIds);
