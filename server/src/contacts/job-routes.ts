import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import { refOf } from '../core/request/context.ts';
import { type Handlers, reply, replyOr } from '../core/request/handler.ts';
import { fitPage } from '../db/fit-page.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { createExport } from './export/create-export.ts';
import { downloadExport } from './export/download-export.ts';
import { presentExport } from './export/export.ts';
import { findExport, listExports } from './export/export-store.ts';
import { downloadFailedRows } from './import/failed-rows.ts';
import { presentImport } from './import/import.ts';
import { findImport, listImportBytes, listImports } from './import/import-store.ts';
import { type UploadParts, uploadImport } from './import/upload-import.ts';

type Jobs = 'import' | 'listImports' | 'getImport' | 'downloadFailedRows' | 'export' | 'listExports' | 'getExport' | 'downloadExport';

/** Returns the handlers of imports and exports under `/v1/contacts`. */
export function contactJobRoutes(parts: UploadParts): Pick<Handlers<typeof contract>['contacts'], Jobs> {
  const { db, clock } = parts.app;
  return {
    import: async ({ ctx, body }) =>
      replyOr(await uploadImport(parts, ctx.caller, body()), 202, ({ id }) => ({ import_id: id, status: 'pending' }) as const),
    listImports: async ({ ctx, query }) => {
      const { tenantId } = ctx.caller;
      const page = await fitPage(query(), (asked) => listImportBytes(db.read, tenantId, asked));
      return reply(200, toKeysetPage(await listImports(db.read, tenantId, page), page.limit, presentImport));
    },
    getImport: async (input) => replyOr(await findImport(db.read, refOf(input)), 200, presentImport),
    downloadFailedRows: async ({ ctx, params }) => {
      const content = await downloadFailedRows(parts.app, refOf({ ctx, params }));
      if (content instanceof ApiError) return content;
      ctx.headers['Content-Disposition'] = `attachment; filename="failed-rows-${params.id}.csv"`;
      return reply(200, content);
    },
    export: async ({ ctx }) =>
      replyOr(await createExport(parts.app, ctx.caller), 202, ({ id }) => ({ export_id: id, status: 'pending' }) as const),
    listExports: async ({ ctx, query }) => {
      const page = query();
      const shown = { now: clock.now(), baseUrl: ctx.baseUrl };
      const exports = await listExports(db.read, ctx.caller.tenantId, page);
      return reply(
        200,
        toKeysetPage(exports, page.limit, (item) => presentExport(item, shown)),
      );
    },
    getExport: async (input) =>
      replyOr(await findExport(db.read, refOf(input)), 200, (found) =>
        presentExport(found, { now: clock.now(), baseUrl: input.ctx.baseUrl }),
      ),
    downloadExport: async ({ ctx, params, query }) => {
      const content = await downloadExport(parts, refOf({ ctx, params }), query);
      if (content instanceof ApiError) return content;
      ctx.headers['Content-Disposition'] = `attachment; filename="contacts-${params.id}.csv"`;
      return reply(200, content);
    },
  };
}
