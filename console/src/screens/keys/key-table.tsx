import type { ApiKey, Domain } from '@posthorn/sdk';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { legible, legibleDomain } from '../../ui/legible.ts';
import type { Bulk } from '../../ui/lists/bulk.tsx';
import { type Column, Table } from '../../ui/lists/table.tsx';
import { Time } from '../../ui/time.tsx';

interface KeyTableProps {
  readonly rows: readonly ApiKey[];
  /** Asks to revoke a key; undefined if the person may not. */
  readonly onRevoke: ((key: ApiKey) => void) | undefined;
  readonly bulk?: Bulk<ApiKey>;
  /** The tenant's domains, as far as they are known: other domains are shown by id. */
  readonly domains?: readonly Pick<Domain, 'id' | 'name'>[] | undefined;
}

/** API keys, each with a button that asks to revoke it if the person may. */
export function KeyTable({ rows, onRevoke, bulk, domains = [] }: KeyTableProps) {
  const words = useWords();
  const usedAt = ({ last_used_at: at }: ApiKey) => (at === null ? words.common.never : <Time at={at} ago />);
  const names = new Map(domains.map(({ id, name }) => [id, name]));
  const domainOf = ({ domain_id: id }: ApiKey) => (id === null ? words.keysScreen.everyDomain : legibleDomain(names.get(id) ?? id));
  const actions: Column<ApiKey> = {
    name: words.common.actions,
    width: 'w-28',
    end: true,
    cell: (key) => (
      <Button small look="quiet" aria-label={words.keysScreen.revokeNamed(legible(key.name))} onClick={() => onRevoke?.(key)}>
        {words.keysScreen.revoke}
      </Button>
    ),
  };
  return (
    <Table
      label={words.places.keys}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: words.common.name, cell: ({ name }) => <span className="font-medium">{legible(name)}</span> },
        {
          name: words.keysScreen.key,
          width: 'w-40',
          wide: true,
          cell: ({ prefix }) => <code className="font-mono text-xs text-faint">{prefix}…</code>,
        },
        { name: words.keysScreen.permission, width: 'w-36', wide: true, cell: ({ permission }) => words.keysScreen.short[permission] },
        { name: words.keysScreen.domain, width: 'w-56', wide: true, cell: domainOf },
        { name: words.keysScreen.used, width: 'w-32', wide: true, cell: (key) => <span className="text-faint">{usedAt(key)}</span> },
        ...(onRevoke === undefined ? [] : [actions]),
      ]}
      below={(key) => (
        <>
          {words.keysScreen.short[key.permission]}
          {key.domain_id !== null && ` · ${domainOf(key)}`} · {words.keysScreen.used}: {usedAt(key)}
        </>
      )}
      {...(bulk === undefined ? {} : { bulk })}
    />
  );
}
