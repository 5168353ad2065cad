import type { AuditEntry } from '@posthorn/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperationName } from '../../text/audited-operations.ts';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import { type Column, Table } from '../../ui/lists/table.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';

const toneOf = (status: number | null): Tone => (status === null ? 'warn' : status < 400 ? 'good' : 'error');

/** The operation in words, above its name in the interface. */
function Operation({ name }: { readonly name: string }) {
  const inWords = useOperationName()(name);
  const raw = legible(name);
  if (inWords === undefined) return <code className="font-mono text-xs">{raw}</code>;
  return (
    <span className="whitespace-normal [overflow-wrap:anywhere]">
      {inWords}
      <code className="block font-mono text-xs text-faint">{raw}</code>
    </span>
  );
}

/** Where something was changed: a tenant, or the whole service. */
function TenantLink({ id }: { readonly id: string | null }): ReactNode {
  const words = useWords();
  if (id === null) return <span className="text-faint">{words.audit.noTenant}</span>;
  return (
    <Link to="/operator/tenants/$id" params={{ id }} title={id} className="font-mono text-xs underline underline-offset-2">
      {id}
    </Link>
  );
}

interface AuditTableProps {
  readonly rows: readonly AuditEntry[];
  /** Whether each entry shows its tenant. */
  readonly ofAll: boolean;
}

export function AuditTable({ rows, ofAll }: AuditTableProps) {
  const words = useWords();
  const tenant: Column<AuditEntry> = {
    name: words.operator.tenant,
    width: 'w-36',
    wide: true,
    cell: ({ tenant_id: id }) => <TenantLink id={id} />,
  };
  return (
    <Table
      label={words.places.audit}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: words.audit.what, width: ofAll ? 'xl:w-64' : 'xl:w-72', cell: ({ operation }) => <Operation name={operation} /> },
        { name: words.audit.who, wide: true, cell: ({ email }) => legible(email) },
        ...(ofAll ? [tenant] : []),
        {
          name: words.audit.object,
          width: ofAll ? 'w-40' : 'xl:w-66',
          wide: true,
          cell: ({ object }) => <code className="font-mono text-xs text-faint">{legible(object ?? '')}</code>,
        },
        {
          name: words.audit.answer,
          width: ofAll ? 'w-20' : 'w-28 max-sm:w-20',
          cell: ({ status }) => <Status state="" tone={toneOf(status)} label={status === null ? words.audit.unknown : String(status)} />,
        },
        {
          name: words.common.time,
          width: ofAll ? 'w-32' : 'w-40',
          wide: true,
          end: true,
          cell: ({ created_at }) => (
            <span className="text-faint">
              <Moment at={created_at} />
            </span>
          ),
        },
      ]}
      below={({ email, created_at, tenant_id }) => (
        <>
          <Moment at={created_at} /> · {legible(email)}
          {ofAll && tenant_id !== null && ` · ${legible(tenant_id)}`}
        </>
      )}
    />
  );
}
