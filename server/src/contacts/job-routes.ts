import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/implement.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { downloadExport } from './export/download-export.ts';
import { presentExport } from './export/export.ts';
import { findExport, insertExport, listExports } from './export/export-store.ts';
import { presentImport } from './import/import.ts';
import { findImport, listImports } from './import/import-store.ts';
import type { ImportParts } from './import/run-imports.ts';
import { uploadImport } from './import/upload-import.ts';

type Jobs = 'import' | 'listImports' | 'getImport' | 'export' | 'listExports' | 'getExport' | 'downloadExport';

/** Imports and exports under `/v1/contacts`. */
export function contactJobRoutes(parts: ImportParts): Pick<Handlers<typeof contract>['contacts'], Jobs> {
  const { db, clock, newId } = parts.app;
  return {
    import: async ({ ctx, body }) => {
      const row = await uploadImport(parts, ctx.caller.tenantId, body());
      return row instanceof ApiError ? row : reply(202, { import_id: row.id, status: 'pending' } as const);
    },
    listImports: async ({ ctx, query }) => {
      const page = query();
      return reply(200, toKeysetPage(await listImports(db.read, ctx.caller.tenantId, page), page.limit, presentImport));
    },
    getImport: async ({ ctx, params }) => {
      const row = await findImport(db.read, { tenantId: ctx.caller.tenantId, id: params.id });
      return row === undefined ? new ApiError('not_found') : reply(200, presentImport(row));
    },
    export: async ({ ctx }) => {
      const at = clock.now();
      const id = newId('exp', at);
      const open = { status: 'pending', blob_key: null, row_count: null, error: null, claim: null, claim_expires_at: null };
      const row = { id, tenant_id: ctx.caller.tenantId, ...open, created_at: at, completed_at: null, expires_at: null };
      await db.transact((trx) => insertExport(trx, row));
      return reply(202, { export_id: id, status: 'pending' } as const);
    },
    listExports: async ({ ctx, query }) => {
      const page = query();
      const shown = { now: clock.now(), baseUrl: ctx.baseUrl };
      const rows = await listExports(db.read, ctx.caller.tenantId, page);
      return reply(
        200,
        toKeysetPage(rows, page.limit, (row) => presentExport(row, shown)),
      );
    },
    getExport: async ({ ctx, params }) => {
      const row = await findExport(db.read, { tenantId: ctx.caller.tenantId, id: params.id });
      if (row === undefined) return new ApiError('not_found');
      return reply(200, presentExport(row, { now: clock.now(), baseUrl: ctx.baseUrl }));
    },
    downloadExport: async ({ ctx, params, query }) => {
      const key = { tenantId: ctx.caller.tenantId, id: params.id };
      const content = await downloadExport(parts, key, { escaped: query().escape_formulas });
      if (content instanceof ApiError) return content;
      ctx.headers['Content-Disposition'] = `attachment; filename="contacts-${params.id}.csv"`;
      return reply(200, content);
    },
  };
}
