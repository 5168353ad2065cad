import type { AuditEntry } from '@posthorn/contract';
import { useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useWords } from '../../text/words.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { AuditTable } from '../audit/audit-table.tsx';
import { TenantChip } from './tenant-chip.tsx';

/** What people have changed in all tenants and in the service, or in one tenant. */
export function ServiceAudit() {
  const words = useWords();
  const { tenant } = useSearch({ strict: false });
  const list = useList<AuditEntry, string>({
    key: ['operator', 'audit', tenant],
    load: (cursor, signal) => call('GET /account/audit', { query: { tenant_id: tenant, limit: PAGE_ROWS, cursor }, signal }),
  });
  return (
    <Page title={words.places.audit} intro={words.audit.operatorIntro}>
      <TenantChip />
      <ListOf
        list={list}
        empty={
          <Empty title={words.audit.emptyTitle}>
            <p>{words.audit.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => <AuditTable rows={rows} ofAll={tenant === undefined} />}
      </ListOf>
    </Page>
  );
}
