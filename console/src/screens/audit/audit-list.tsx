import type { AuditEntry } from '@posthorn/contract';
import { call } from '../../api/call.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useWords } from '../../text/words.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Empty } from '../../ui/states.tsx';
import { AuditTable } from './audit-table.tsx';

interface AuditListProps {
  /** Whose it is: one tenant's, or everybody's for an operator. */
  readonly tenant: string | undefined;
}

/** Changes made by people, newest first; in everybody's list each entry shows its tenant. */
export function AuditList({ tenant }: AuditListProps) {
  const words = useWords();
  const list = useList<AuditEntry, string>({
    key: ['audit', tenant],
    load: (cursor, signal) => call('GET /account/audit', { query: { tenant_id: tenant, limit: PAGE_ROWS, cursor }, signal }),
  });
  const empty = (
    <Empty title={words.audit.emptyTitle}>
      <p>{words.audit.emptyText}</p>
    </Empty>
  );
  return (
    <ListOf list={list} empty={empty}>
      {(rows) => <AuditTable rows={rows} ofAll={tenant === undefined} />}
    </ListOf>
  );
}
