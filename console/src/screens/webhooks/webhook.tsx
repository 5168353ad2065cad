import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMay } from '../../session/rights.ts';
import { seesBodies } from '../../session/role-rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointStatus, FailingNotice } from './failing.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { webhookKey } from './webhook-key.ts';

/**
 * Refresh interval while it fails, so that a fixed endpoint does not stay marked as failing. A working one is not polled: a notice that
 * appears by itself would move what is pressed.
 */
const LOOK_EVERY_MS = 30_000;

export function WebhookScreen() {
  const words = useWords();
  const mayChange = useMay('Webhooks');
  const { id: tenant, posthorn, role } = useTenancy();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: webhookKey(tenant, id),
    queryFn: ({ signal }) => posthorn.webhooks.get(id, { signal }),
    refetchInterval: ({ state }) => state.data?.failing != null && LOOK_EVERY_MS,
  });
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
                [words.emails.status, <EndpointStatus key="s" webhook={found} />],
                [words.webhooks.events, found.events.includes('*') ? words.webhooks.allShort : found.events.join(', ')],
                ...(found.description === null ? [] : [[words.webhooks.description, legible(found.description)] as const]),
              ]}
            />
            <FailingNotice webhook={found} />
            {seesBodies(role) ? <Deliveries webhook={found} /> : <p className="mt-8 text-faint">{words.webhook.hidden}</p>}
          </>
        )}
      </Loaded>
    </Page>
  );
}
