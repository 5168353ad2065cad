import type { Webhook, WebhookDelivery } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { EllipsisVertical, FlaskConical, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { seesBodies } from '../../session/role-rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { inputClasses } from '../../ui/field.tsx';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Delivery } from './delivery.tsx';
import { EVENT_TYPES, isEventType } from './event-types.ts';
import { Secret } from './secret.tsx';
import { WebhookForm } from './webhook-form.tsx';

const FOLLOW_EVERY_MS = 5000;
const STATES = ['pending', 'delivered', 'failed'] as const;
type State = (typeof STATES)[number];
const isState = (value: unknown): value is State => STATES.some((state) => state === value);

const keyOf = (tenant: string, id: string) => ['webhook', tenant, id] as const;

function Filters({ webhookId }: { readonly webhookId: string }) {
  const words = useWords();
  const navigate = useNavigate();
  const { tenant = '' } = useParams({ strict: false });
  const { status, type } = useSearch({ strict: false });
  const filter = (changes: { readonly status?: string; readonly type?: string }) => {
    const search = Object.fromEntries(
      Object.entries({ status, type, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
    );
    void navigate({ to: '/$tenant/webhooks/$id', params: { tenant, id: webhookId }, search, replace: true });
  };
  const selectClasses = `${inputClasses} select pr-7! h-7! w-auto! text-sm!`;
  return (
    <>
      <select
        aria-label={words.emails.status}
        className={selectClasses}
        value={status ?? ''}
        onChange={(event) => filter({ status: event.target.value })}
      >
        <option value="">{words.webhook.everyState}</option>
        {STATES.map((state) => (
          <option key={state} value={state}>
            {words.deliveryStates[state]}
          </option>
        ))}
      </select>
      <select
        aria-label={words.webhook.type}
        className={selectClasses}
        value={type ?? ''}
        onChange={(event) => filter({ type: event.target.value })}
      >
        <option value="">{words.webhook.everyType}</option>
        {EVENT_TYPES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </>
  );
}

function useDeliveries(webhookId: string) {
  const { id: tenant, posthorn } = useTenancy();
  const { status, type } = useSearch({ strict: false });
  const filter = { ...(isState(status) ? { status } : {}), ...(isEventType(type) ? { type } : {}) };
  return useList<WebhookDelivery, string>({
    key: ['deliveries', tenant, webhookId, filter],
    load: (cursor, signal) => posthorn.webhooks.listDeliveries(webhookId, { ...filter, limit: PAGE_ROWS, cursor }, { signal }),
    everyMs: FOLLOW_EVERY_MS,
  });
}

function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords();
  const say = useToast();
  const { posthorn } = useTenancy();
  const mayChange = useMay('Webhooks');
  const list = useDeliveries(webhook.id);
  const [shown, setShown] = useState<string>();
  const replay = useAction(async (delivery: WebhookDelivery) => {
    await posthorn.webhooks.replay(webhook.id, { delivery_ids: [delivery.replay_of ?? delivery.id] });
    await list.query.refetch();
    say(words.webhook.replayed);
  });
  const delivery = list.rows?.find(({ id }) => id === shown);
  return (
    <Section title={words.webhook.deliveries} actions={<Filters webhookId={webhook.id} />}>
      <ListOf
        list={list}
        empty={
          <Empty title={words.webhook.emptyTitle}>
            <p>{words.webhook.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <ul className="border-t border-line">
            {rows.map(({ id, type, status, attempts, created_at }) => (
              <li key={id} className="relative flex min-h-11 items-center gap-4 border-b border-line hover:bg-raised">
                <span className="w-28 shrink-0">
                  <Status state={status} label={words.deliveryStates[status]} />
                </span>
                <button
                  type="button"
                  data-row
                  className="min-w-0 flex-1 truncate text-left font-mono text-xs after:absolute after:inset-0"
                  onClick={() => setShown(id)}
                >
                  {type}
                </button>
                <span className="text-sm text-faint max-sm:hidden">{words.webhook.attempts(attempts.length)}</span>
                <span className="text-sm text-faint">
                  <Moment at={created_at} />
                </span>
              </li>
            ))}
          </ul>
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
            {replay.failure !== undefined && <Failure>{describeFailure(replay.failure, words)}</Failure>}
          </Delivery>
        )}
      </Dialog>
    </Section>
  );
}

type Asked = 'edit' | 'rotate' | 'delete';

function useWebhookChange(webhook: Webhook) {
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  return async (after: Webhook) => {
    queries.setQueryData(keyOf(tenant, webhook.id), after);
    await queries.invalidateQueries({ queryKey: ['webhooks', tenant] });
  };
}

function Dialogs({ webhook, asked, close }: { readonly webhook: Webhook; readonly asked: Asked | undefined; close(): void }) {
  const words = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const changed = useWebhookChange(webhook);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <Dialog open={asked === 'edit'} onClose={close} title={words.webhook.edit}>
        <WebhookForm
          given={webhook}
          action={words.common.save}
          onClose={close}
          onSubmit={async (request) => {
            await changed(await posthorn.webhooks.update(webhook.id, { description: null, ...request }));
            close();
          }}
        />
      </Dialog>
      <Confirm
        open={asked === 'rotate'}
        onClose={close}
        title={words.webhook.rotate}
        action={words.webhook.rotate}
        harmless
        onConfirm={async () => setSecret((await posthorn.webhooks.rotateSecret(webhook.id)).secret)}
      >
        {words.webhook.rotateText}
      </Confirm>
      <Dialog
        open={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={words.webhooks.secretTitle}
        description={words.webhooks.secretText}
      >
        <Secret secret={secret ?? ''} onClose={() => setSecret(undefined)} />
      </Dialog>
      <Confirm
        open={asked === 'delete'}
        onClose={close}
        title={words.webhook.deleteTitle}
        action={words.common.delete}
        onConfirm={async () => {
          await posthorn.webhooks.delete(webhook.id);
          await queries.invalidateQueries({ queryKey: ['webhooks', tenant] });
          await navigate({ to: '/$tenant/webhooks', params: { tenant } });
        }}
      >
        {words.webhook.deleteText}
      </Confirm>
    </>
  );
}

function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const changed = useWebhookChange(webhook);
  const [asked, setAsked] = useState<Asked>();
  const test = useAction(async () => {
    await posthorn.webhooks.test(webhook.id);
    await queries.invalidateQueries({ queryKey: ['deliveries', tenant, webhook.id] });
    say(words.webhook.tested);
  });
  const toggle = useAction(async () => changed(await posthorn.webhooks.update(webhook.id, { active: !webhook.active })));
  const failure = test.failure ?? toggle.failure;
  return (
    <>
      <Button icon={FlaskConical} busy={test.busy} onClick={() => void test.run()}>
        {words.webhook.test}
      </Button>
      <Button busy={toggle.busy} onClick={() => void toggle.run()}>
        {webhook.active ? words.webhook.pause : words.webhook.resume}
      </Button>
      <Menu trigger={<IconButton icon={EllipsisVertical} label={words.common.moreActions} />}>
        <MenuItem onSelect={() => setAsked('edit')}>{words.webhook.edit}</MenuItem>
        <MenuItem onSelect={() => setAsked('rotate')}>{words.webhook.rotate}</MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => setAsked('delete')}>
          {words.common.delete}
        </MenuItem>
      </Menu>
      {failure !== undefined && <Failure className="w-full">{describeFailure(failure, words)}</Failure>}
      <Dialogs webhook={webhook} asked={asked} close={() => setAsked(undefined)} />
    </>
  );
}

export function WebhookScreen() {
  const words = useWords();
  const mayChange = useMay('Webhooks');
  const { id: tenant, posthorn, role } = useTenancy();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ queryKey: keyOf(tenant, id), queryFn: ({ signal }) => posthorn.webhooks.get(id, { signal }) });
  const webhook = query.data;
  return (
    <Page
      title={legible(webhook?.url ?? words.webhook.title)}
      back={{ link: { to: '/$tenant/webhooks', params: { tenant } }, label: words.places.webhooks }}
      actions={mayChange && webhook !== undefined && <WebhookActions webhook={webhook} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <Facts
              facts={[
                [
                  words.emails.status,
                  <Status
                    key="s"
                    state={found.active ? 'active' : 'paused'}
                    label={found.active ? words.webhooks.active : words.webhooks.inactive}
                  />,
                ],
                [words.webhooks.events, found.events.includes('*') ? words.webhooks.allShort : found.events.join(', ')],
                ...(found.description === null ? [] : [[words.webhooks.description, legible(found.description)] as const]),
              ]}
            />
            {seesBodies(role) ? <Deliveries webhook={found} /> : <p className="mt-8 text-faint">{words.webhook.hidden}</p>}
          </>
        )}
      </Loaded>
    </Page>
  );
}
