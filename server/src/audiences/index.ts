import type { AppContext } from '../app-context.ts';
import { contactsRemoved } from '../contacts/index.ts';
import type { Feature } from '../feature.ts';
import { purgeDisowned } from './delete-audience.ts';
import { deleteMembershipsOf } from './member-store.ts';
import { audienceRoutes } from './routes.ts';

export { audienceJoined, joinAudience } from './add-members.ts';
export type { AudienceAddition } from './audience.ts';
export { countMembers, deleteMembersOf, findContactIds } from './member-store.ts';
export { findAudience } from './store.ts';

/** Audiences, wired. */
export function createAudiences(app: AppContext) {
  app.hooks.on(contactsRemoved, deleteMembershipsOf);
  return { routes: { audiences: audienceRoutes(app) }, cleanup: [() => purgeDisowned(app)] } satisfies Feature;
}
