import type { Webhook, WebhookDelivery } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import type { Bulk } from '../../ui/lists/bulk.tsx';
import { each } from '../../ui/lists/bulk-run.ts';
import { FilterSelect } from '../../ui/lists/filters.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Section } from '../../ui/page.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Delivery } from './delivery.tsx';
import { EVENT_TYPES, isEventType } from './event-types.ts';

const FOLLOW_EVERY_MS = 5000;
const STATES = ['pending', 'delivered', 'failed'] as const;
type State = (typeof STATES)[number];
const isState = (value: unknown): value is State => STATES.some((state) => state === value);

function DeliveryFilters() {
  const words = useWords();
  return (
    <>
      <FilterSelect
        small
        name="status"
        label={words.emails.status}
        every={words.webhook.everyState}
        options={STATES.map((state) => [state, words.deliveryStates[state]])}
      />
      <FilterSelect
        small
        name="type"
        label={words.webhook.type}
        every={words.webhook.everyType}
        options={EVENT_TYPES.map((name) => [name, name])}
      />
    </>
  );
}

function useDeliveries(webhookId: string) {
  const { id: tenant, posthorn } = useTenancy();
  const { status, type } = useSearch({ strict: false });
  const filter = { ...(isState(status) ? { status } : {}), ...(isEventType(type) ? { type } : {}) };
  const list = useList<WebhookDelivery, string>({
    key: ['deliveries', tenant, webhookId, filter],
    load: (cursor, signal) => posthorn.webhooks.listDeliveries(webhookId, { ...filter, limit: PAGE_ROWS, cursor }, { signal }),
    everyMs: FOLLOW_EVERY_MS,
  });
  return { ...list, isFiltered: Object.keys(filter).length > 0 };
}

/** Returns the bulk actions for deliveries. */
function useDeliveryBulk({ id: webhookId }: Webhook): Bulk<WebhookDelivery> {
  const words = useWords();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Webhooks');
  const replay = {
    name: words.webhook.replay,
    text: words.webhook.replayText,
    harmless: true,
    work: each((row: WebhookDelivery) => posthorn.webhooks.replay(webhookId, { delivery_ids: [row.replay_of ?? row.id] })),
    refresh: () => queries.invalidateQueries({ queryKey: ['deliveries', tenant, webhookId] }),
  };
  return { actions: mayChange ? [replay] : [], nameOf: ({ type, id }) => `${type} ${id}` };
}

/** The deliveries to an endpoint, newest first. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords();
  const say = useToast();
  const { posthorn } = useTenancy();
  const mayChange = useMay('Webhooks');
  const { isFiltered, ...list } = useDeliveries(webhook.id);
  const bulk = useDeliveryBulk(webhook);
  const [shown, setShown] = useState<WebhookDelivery>();
  const replay = useAction(async (delivery: WebhookDelivery) => {
    await posthorn.webhooks.replay(webhook.id, { delivery_ids: [delivery.replay_of ?? delivery.id] });
    await list.query.refetch();
    say(words.webhook.replayed);
  });
  // In its current state; newer ones may have pushed it off the list.
  const delivery = list.rows?.find(({ id }) => id === shown?.id) ?? shown;
  return (
    <Section title={words.webhook.deliveries} actions={<DeliveryFilters />}>
      <ListOf
        list={list}
        empty={
          isFiltered ? (
            <Empty title={words.emails.nothingTitle} />
          ) : (
            <Empty title={words.webhook.emptyTitle}>
              <p>{words.webhook.emptyText}</p>
            </Empty>
          )
        }
      >
        {(rows) => (
          <Table
            label={words.webhook.deliveries}
            rows={rows}
            keyOf={({ id }) => id}
            onOpen={(row) => {
              // The failure belonged to another delivery.
              replay.forget();
              setShown(row);
            }}
            columns={[
              { name: words.webhook.type, cell: ({ type }) => <span className="font-mono text-xs">{type}</span> },
              {
                name: words.emails.status,
                width: 'w-32',
                cell: ({ status }) => <Status state={status} label={words.deliveryStates[status]} />,
              },
              { name: words.webhook.tries, width: 'w-28', wide: true, cell: ({ attempts }) => words.webhook.attempts(attempts.length) },
              { name: words.common.time, width: 'w-24 max-sm:w-20', time: ({ created_at }) => created_at },
            ]}
            bulk={bulk}
          />
        )}
      </ListOf>
      <Dialog open={delivery !== undefined} onClose={() => setShown(undefined)} title={delivery?.type ?? ''} wide>
        {delivery !== undefined && (
          <Delivery delivery={delivery}>
            {mayChange && (
              <Button icon={RotateCw} busy={replay.busy} onClick={() => void replay.run(delivery)}>
                {words.webhook.replay}
              </Button>
            )}
            {replay.failure !== undefined && <Failure>{describeFailedChange(replay.failure, words)}</Failure>}
          </Delivery>
        )}
      </Dialog>
    </Section>
  );
}
