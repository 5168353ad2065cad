import type { ContactRemoval } from '../contacts/index.ts';

import { deleteMembershipsOf } from './member-store.ts';

export { type AudienceParts, addMembers, joinAudience } from './add-members.ts';
export type { AudienceAddition } from './audience.ts';
export { purgeDisowned } from './delete-audience.ts';
export { countMembers, deleteMembersOf, findContactIds } from './member-store.ts';
export { audienceRoutes } from './routes.ts';
export { findAudience } from './store.ts';

/** Takes contacts that are being deleted out of every audience. */
export const removeFromAudiences: ContactRemoval = (trx, contactIds) => deleteMembershipsOf(trx, contactIds);
