import type { AuditEntry } from '@posthorn/contract';
import { call } from '../../api/call.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { AuditTable } from './audit-table.tsx';

/** What people have changed in the tenant. */
export function Audit() {
  const words = useWords();
  const { id: tenant } = useTenancy();
  const list = useList<AuditEntry, string>({
    key: ['audit', tenant],
    load: (cursor, signal) => call('GET /account/audit', { query: { tenant_id: tenant, limit: PAGE_ROWS, cursor }, signal }),
  });
  return (
    <Page title={words.places.audit} intro={words.audit.intro}>
      <ListOf
        list={list}
        empty={
          <Empty title={words.audit.emptyTitle}>
            <p>{words.audit.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => <AuditTable rows={rows} />}
      </ListOf>
    </Page>
  );
}
