import type { AuditEntry } from '@posthorn/contract';
import { call } from '../../api/call.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';

const toneOf = (status: number | null): Tone => (status === null ? 'warn' : status < 400 ? 'good' : 'error');

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
        {(rows) => (
          <Table
            label={words.places.audit}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: words.audit.what, width: 'xl:w-72', cell: ({ operation }) => <code className="font-mono text-xs">{operation}</code> },
              { name: words.audit.who, wide: true, cell: ({ email }) => legible(email) },
              {
                name: words.audit.object,
                width: 'xl:w-66',
                wide: true,
                cell: ({ object }) => <code className="font-mono text-xs text-faint">{legible(object ?? '')}</code>,
              },
              {
                name: words.audit.answer,
                width: 'w-28 max-sm:w-20',
                cell: ({ status }) => (
                  <Status state="" tone={toneOf(status)} label={status === null ? words.audit.unknown : String(status)} />
                ),
              },
              {
                name: words.common.time,
                width: 'w-40',
                wide: true,
                end: true,
                cell: ({ created_at }) => (
                  <span className="text-faint">
                    <Moment at={created_at} />
                  </span>
                ),
              },
            ]}
            below={({ email, created_at }) => (
              <>
                <Moment at={created_at} /> · {legible(email)}
              </>
            )}
          />
        )}
      </ListOf>
    </Page>
  );
}
