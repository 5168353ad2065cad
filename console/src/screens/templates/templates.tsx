import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { legible } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';

function NewTemplate({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const create = useAction(async (fields: ReadonlyMap<string, string>) => {
    const name = fields.get('name')?.trim();
    const { alias } = await posthorn.templates.create({ alias: (fields.get('alias') ?? '').trim(), ...(name ? { name } : {}) });
    void queries.invalidateQueries({ queryKey: ['templates', tenant] });
    await navigate({ to: '/$tenant/templates/$alias', params: { tenant, alias } });
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.templates.create}>
      <Form failure={create.failure} onSubmit={(fields) => void create.run(fields)}>
        <TextField
          label={words.send.alias}
          hint={words.templates.aliasHint}
          name="alias"
          required
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField label={words.common.name} name="name" maxLength={255} autoComplete="off" />
        <Actions>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button type="submit" look="primary" busy={create.busy}>
            {words.templates.create}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

export function Templates() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Templates');
  const [creating, setCreating] = useState(false);
  const query = useQuery({ queryKey: ['templates', tenant], queryFn: ({ signal }) => posthorn.templates.list({ signal }) });
  const create = mayChange && (
    <Button look="primary" icon={Plus} data-new onClick={() => setCreating(true)}>
      {words.templates.create}
    </Button>
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
                {
                  name: words.templates.changed,
                  width: 'w-28',
                  wide: true,
                  end: true,
                  cell: ({ updated_at }) => (
                    <span className="text-faint">
                      <Time at={updated_at} />
                    </span>
                  ),
                },
              ]}
              below={({ name }) => legible(name ?? '')}
            />
          )
        }
      </Loaded>
      <NewTemplate open={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}
