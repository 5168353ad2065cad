import type { AppContext } from '../app-context.ts';
import { audienceFound, audienceMembersImported, contactsRemoved, subscriptionsChanged } from '../contacts/index.ts';
import type { Feature } from '../feature.ts';
import { joinAudience } from './add-members.ts';
import { countSubscribed } from './count-store.ts';
import { purgeDisowned } from './delete-audience.ts';
import { deleteMembershipsOf } from './member-store.ts';
import { createRecount } from './recount.ts';
import { audienceRoutes } from './routes.ts';
import { findAudience } from './store.ts';

export { audienceJoined, joinAudience } from './add-members.ts';
export type { AudienceAddition } from './audience.ts';
export { countMembers, deleteMembersOf, findContactIds } from './member-store.ts';
export { findAudience } from './store.ts';

/** Creates the feature `audiences`. */
export function createAudiences(app: AppContext) {
  app.hooks.on(contactsRemoved, deleteMembershipsOf);
  app.hooks.on(subscriptionsChanged, countSubscribed);
  app.hooks.answer(audienceFound, async (trx, audience) => (await findAudience(trx, audience)) !== undefined);
  app.hooks.on(
    audienceMembersImported,
    async (trx, { audienceId: id, ...imported }) => void (await joinAudience(app, trx, { id, ...imported })),
  );
  return { routes: { audiences: audienceRoutes(app) }, cleanup: [() => purgeDisowned(app), createRecount(app)] } satisfies Feature;
}
