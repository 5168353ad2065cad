import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import { SaveRows } from '../../ui/lists/save-list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';

export function Templates() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Templates');
  const query = useQuery({ queryKey: ['templates', tenant], queryFn: ({ signal }) => posthorn.templates.list({ signal }) });
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
            <>
              <Table
                label={words.places.templates}
                rows={data}
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
              <SaveRows name="templates" rows={data} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
