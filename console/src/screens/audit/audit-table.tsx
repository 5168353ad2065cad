import type { AuditEntry } from '@posthorn/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperationName } from '../../text/audited-operations.ts';
import { useWords } from '../../text/words.ts';
import { classes } from '../../ui/classes.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { type Column, Table } from '../../ui/lists/table.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';
import { useTenantName } from '../operator/use-tenant-name.ts';

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

/** Where something was changed: a tenant, by name unless it is gone, or the whole service. */
function TenantLink({ id }: { readonly id: string | null }): ReactNode {
  const words = useWords();
  const name = useTenantName(id ?? undefined);
  if (id === null) return <span className="text-faint">{words.audit.noTenant}</span>;
  return (
    <>
      <Link
        to="/operator/tenants/$id"
        params={{ id }}
        title={name ?? id}
        className={classes('block truncate underline underline-offset-2', name === undefined && 'font-mono text-xs')}
      >
        {name ?? id}
      </Link>
      {name !== undefined && (
        <code title={id} className="block truncate font-mono text-xs text-faint">
          {id}
        </code>
      )}
    </>
  );
}

/** The tenant of an entry, where there is no room for a link. */
function TenantName({ id }: { readonly id: string }): ReactNode {
  return useTenantName(id) ?? legible(id);
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
        { name: words.audit.who, wide: true, cell: ({ email }) => legibleAddress(email) },
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
            <span className="whitespace-normal text-faint">
              <Moment at={created_at} />
            </span>
          ),
        },
      ]}
      below={({ email, created_at, tenant_id }) => (
        <span className="whitespace-normal [overflow-wrap:anywhere]">
          <Moment at={created_at} /> · {legibleAddress(email)}
          {ofAll && tenant_id !== null && (
            <>
              {' · '}
              <TenantName id={tenant_id} />
            </>
          )}
        </span>
      )}
    />
  );
}
