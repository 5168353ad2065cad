import type { Template } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import { Filters, FilterText } from '../../ui/lists/filters.tsx';
import { SaveRows } from '../../ui/lists/save-list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';

/** All templates, or those with a text in their alias or name. */
function Found({ rows }: { readonly rows: readonly Template[] }) {
  const words = useWords();
  const { id: tenant } = useTenancy();
  return (
    <>
      <Filters>
        <FilterText name="q" label={words.templates.find} />
      </Filters>
      {rows.length === 0 ? (
        <Empty title={words.emails.nothingTitle}>
          <p>{words.templates.nothingText}</p>
        </Empty>
      ) : (
        <>
          <Table
            label={words.places.templates}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ alias }) => ({ to: '/$tenant/templates/$alias', params: { tenant, alias } })}
            columns={[
              { name: words.send.alias, cell: ({ alias }) => legible(alias) },
              { name: words.common.name, wide: true, cell: ({ name }) => legible(name ?? '') },
              {
                name: words.templates.sent,
                width: 'w-36',
                cell: ({ active_version: active }) =>
                  active === null ? (
                    <Status state="" tone="idle" label={words.templates.none} />
                  ) : (
                    <Status state="active" label={words.template.version(active)} />
                  ),
              },
              { name: words.templates.changed, width: 'w-28', wide: true, time: ({ updated_at }) => updated_at },
            ]}
            below={({ name }) => legible(name ?? '')}
          />
          <SaveRows name="templates" rows={rows} />
        </>
      )}
    </>
  );
}

export function Templates() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Templates');
  const query = useQuery({ queryKey: ['templates', tenant], queryFn: ({ signal }) => posthorn.templates.list({ signal }) });
  const { q = '' } = useSearch({ strict: false });
  const isFound = ({ alias, name }: Template) => [alias, name ?? ''].some((text) => text.toLowerCase().includes(q.toLowerCase()));
  const create = mayChange && (
    <Link to="/$tenant/new-template" params={{ tenant }} data-new className={buttonClasses('primary')}>
      <Plus size={15} strokeWidth={1.75} aria-hidden="true" />
      {words.templates.create}
    </Link>
  );
  return (
    <Page title={words.places.templates} intro={words.templates.intro} actions={create}>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={words.templates.emptyTitle}>
              <p>{words.templates.emptyText}</p>
            </Empty>
          ) : (
            <Found rows={data.filter(isFound)} />
          )
        }
      </Loaded>
    </Page>
  );
}
