import type { contract } from '@posthorn/contract';
import { normalizeEmail, normalizeEmailPart } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { refOf } from '../core/request/context.ts';
import { type Handlers, reply, replyOr } from '../core/request/handler.ts';
import { fitPage } from '../db/fit-page.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { listBytesOfContact, listEventsOfContact } from '../events/index.ts';
import { deleteContact } from './delete-contacts.ts';
import type { UploadParts } from './import/upload-import.ts';
import { contactJobRoutes } from './job-routes.ts';
import { presentContact, presentContactEvent, presentSaved } from './present.ts';
import { readContact } from './read-contact.ts';
import { searchContacts } from './search-contacts.ts';
import { findContact, listContacts } from './store.ts';
import { updateContact } from './update-contact.ts';
import { upsertContact, upsertContacts } from './upsert-contacts.ts';

/** Returns the handlers of `/v1/contacts`. */
export function contactRoutes(parts: UploadParts): Handlers<typeof contract>['contacts'] {
  const { app } = parts;
  const { read } = app.db;
  return {
    upsert: async ({ ctx, body }) => {
      const entry = readContact(body());
      if (entry instanceof ApiError) return entry;
      const saved = await upsertContact(app, ctx.caller.tenantId, entry);
      if (saved instanceof ApiError) return saved;
      return saved.created ? reply(201, presentSaved(saved)) : reply(200, presentSaved(saved));
    },
    list: async ({ ctx, query }) => {
      const { email, ...page } = query();
      const wanted = email === undefined ? undefined : normalizeEmail(email);
      const contacts = await listContacts(read, ctx.caller.tenantId, { ...page, email: wanted });
      return reply(200, toKeysetPage(contacts, page.limit, presentContact));
    },
    search: async ({ ctx, query }) => {
      const { limit, cursor, status, email, attribute_key: key, attribute_value: value } = query();
      if (key === undefined && value !== undefined) {
        return new ApiError(
          'validation_failed',
          { field: 'attribute_key' },
          { detail: 'attribute_key: must be given together with attribute_value.' },
        );
      }
      const filter = {
        status,
        email: email === undefined ? undefined : normalizeEmailPart(email),
        attribute: key === undefined ? undefined : { key, value },
      };
      const { contacts, next } = await searchContacts(app, { tenantId: ctx.caller.tenantId, filter, cursor, limit });
      return reply(200, {
        data: contacts.map(presentContact),
        next_cursor: next === null ? null : `${next.createdAt}:${next.id}`,
        searched_until: next?.createdAt ?? null,
      });
    },
    upsertMany: async ({ ctx, body }) => replyOr(await upsertContacts(app, ctx.caller.tenantId, body().contacts), 200, (saved) => saved),
    get: async (input) => replyOr(await findContact(read, refOf(input)), 200, presentContact),
    listEvents: async (input) => {
      const ref = refOf(input);
      if ((await findContact(read, ref)) === undefined) return new ApiError('not_found');
      const page = await fitPage(input.query(), (asked) => listBytesOfContact(read, ref.id, asked));
      return reply(200, toKeysetPage(await listEventsOfContact(read, ref.id, page), page.limit, presentContactEvent));
    },
    update: async (input) =>
      replyOr(await updateContact(app, refOf(input), input.body), 200, (contact) => presentSaved({ contact, created: false })),
    delete: async (input) =>
      replyOr(await deleteContact(app, refOf(input)), 200, ({ id, email }) => ({ deleted: true, id, email }) as const),
    ...contactJobRoutes(parts),
  };
}
