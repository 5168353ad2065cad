import type { Webhook } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import { SaveRows } from '../../ui/lists/save-list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useMadeOnce } from '../../ui/overlays/use-made-once.ts';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { EndpointStatus, FailingLine } from './failing.tsx';
import { Secret } from './secret.tsx';
import { WebhookForm } from './webhook-form.tsx';

function AddWebhook({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const { made, setMade, isOpen, close } = useMadeOnce<Webhook>({ open, onClose });
  return (
    <Dialog
      open={isOpen}
      isShownOnce={made !== undefined}
      onClose={close}
      title={made === undefined ? words.webhooks.add : words.webhooks.secretTitle}
      description={made === undefined ? undefined : words.webhooks.secretText}
    >
      {made === undefined ? (
        <WebhookForm
          action={words.webhooks.add}
          onClose={close}
          onSubmit={async ({ description, ...fields }) => {
            const created = await posthorn.webhooks.create({ ...fields, ...(description === null ? {} : { description }) });
            await queries.invalidateQueries({ queryKey: ['webhooks', tenant] });
            setMade(created);
          }}
        />
      ) : (
        <Secret secret={made.secret} onClose={close} />
      )}
    </Dialog>
  );
}

export function Webhooks() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Webhooks');
  const [adding, setAdding] = useState(false);
  const query = useQuery({ queryKey: ['webhooks', tenant], queryFn: ({ signal }) => posthorn.webhooks.list({ signal }) });
  const add = mayChange && (
    <Button look="primary" icon={Plus} data-new onClick={() => setAdding(true)}>
      {words.webhooks.add}
    </Button>
  );
  return (
    <Page title={words.places.webhooks} intro={words.webhooks.intro} actions={add}>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={words.webhooks.emptyTitle}>
              <p>{words.webhooks.emptyText}</p>
            </Empty>
          ) : (
            <>
              <Table
                label={words.places.webhooks}
                rows={data}
                keyOf={({ id }) => id}
                linkOf={({ id }) => ({ to: '/$tenant/webhooks/$id', params: { tenant, id } })}
                columns={[
                  {
                    name: words.webhooks.url,
                    cell: (webhook) => (
                      <>
                        {legible(webhook.url)}
                        <span className="block text-sm font-normal text-error empty:hidden max-md:whitespace-normal md:truncate">
                          <FailingLine webhook={webhook} />
                        </span>
                      </>
                    ),
                  },
                  {
                    name: words.webhooks.events,
                    width: 'w-64',
                    wide: true,
                    cell: ({ events }) => (events.includes('*') ? words.webhooks.allShort : events.join(', ')),
                  },
                  {
                    name: words.emails.status,
                    width: 'w-32',
                    cell: (webhook) => <EndpointStatus webhook={webhook} />,
                  },
                ]}
                below={({ description }) => legible(description ?? '')}
              />
              <SaveRows name="webhooks" rows={data} />
            </>
          )
        }
      </Loaded>
      <AddWebhook open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}
