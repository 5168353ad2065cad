import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/implement.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { looseAddress } from '../suppressions/index.ts';
import { deleteContact, type RemovalParts } from './delete-contacts.ts';
import type { ImportParts } from './import/run-imports.ts';
import { contactJobRoutes } from './job-routes.ts';
import { presentContact, presentContactRow, presentSaved } from './present.ts';
import { readContact } from './read-contact.ts';
import { findContact, listContacts } from './store.ts';
import { updateContact } from './update-contact.ts';
import { upsertContact } from './upsert-contact.ts';
import { upsertContacts } from './upsert-contacts.ts';

/** `/v1/contacts`. */
export function contactRoutes(parts: ImportParts & RemovalParts): Handlers<typeof contract>['contacts'] {
  const { app } = parts;
  const { read } = app.db;
  return {
    upsert: async ({ ctx, body }) => {
      const entry = readContact(body());
      if (entry instanceof ApiError) return entry;
      const saved = await upsertContact(parts, ctx.caller.tenantId, entry);
      if (saved instanceof ApiError) return saved;
      return saved.created ? reply(201, presentSaved(saved)) : reply(200, presentSaved(saved));
    },
    list: async ({ ctx, query }) => {
      const { email, ...page } = query();
      const wanted = email === undefined ? undefined : looseAddress(email);
      const rows = await listContacts(read, ctx.caller.tenantId, { ...page, email: wanted });
      return reply(200, toKeysetPage(rows, page.limit, presentContactRow));
    },
    upsertMany: async ({ ctx, body }) => {
      const saved = await upsertContacts(app, ctx.caller.tenantId, body().contacts);
      return saved instanceof ApiError ? saved : reply(200, saved);
    },
    get: async ({ ctx, params }) => {
      const contact = await findContact(read, { tenantId: ctx.caller.tenantId, id: params.id });
      return contact === undefined ? new ApiError('not_found') : reply(200, presentContact(contact));
    },
    update: async ({ ctx, params, body }) => {
      const key = { tenantId: ctx.caller.tenantId, id: params.id };
      if ((await findContact(read, key)) === undefined) return new ApiError('not_found');
      const contact = await updateContact(parts, key, body());
      return contact instanceof ApiError ? contact : reply(200, presentSaved({ contact, created: false }));
    },
    delete: async ({ ctx, params }) => {
      const deleted = await deleteContact(parts, { tenantId: ctx.caller.tenantId, id: params.id });
      return deleted instanceof ApiError ? deleted : reply(200, { deleted: true, id: deleted.id, email: deleted.email } as const);
    },
    ...contactJobRoutes(parts),
  };
}
