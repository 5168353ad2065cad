import type { Webhook } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { keepAnswer } from '../../api/keep-answer.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { MoreMenu } from '../../ui/overlays/more-menu.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Failure } from '../../ui/states.tsx';
import { useDeleted } from '../../ui/use-deleted.ts';
import { Secret } from './secret.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhookKey } from './webhook-key.ts';

type DialogName = 'edit' | 'rotate' | 'delete';

function useWebhookChange(webhook: Webhook) {
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  return async (change: () => Promise<Webhook>) => {
    await keepAnswer(queries, webhookKey(tenant, webhook.id), change);
    await queries.invalidateQueries({ queryKey: ['webhooks', tenant] });
  };
}

function Dialogs({
  webhook,
  openDialog,
  close,
}: {
  readonly webhook: Webhook;
  readonly openDialog: DialogName | undefined;
  close(): void;
}) {
  const words = useWords();
  const forget = useDeleted();
  const { id: tenant, posthorn } = useTenancy();
  const changed = useWebhookChange(webhook);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <Dialog open={openDialog === 'edit'} onClose={close} title={words.webhook.edit}>
        <WebhookForm
          given={webhook}
          action={words.common.save}
          onClose={close}
          onSubmit={async (_, changes) => {
            await changed(() => posthorn.webhooks.update(webhook.id, changes));
            close();
          }}
        />
      </Dialog>
      <Confirm
        open={openDialog === 'rotate'}
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
        isShownOnce
        onClose={() => setSecret(undefined)}
        title={words.webhooks.secretTitle}
        description={words.webhooks.secretText}
      >
        <Secret secret={secret ?? ''} onClose={() => setSecret(undefined)} />
      </Dialog>
      <Confirm
        open={openDialog === 'delete'}
        onClose={close}
        title={words.webhook.deleteTitle}
        action={words.common.delete}
        onConfirm={async () => {
          await posthorn.webhooks.delete(webhook.id);
          await forget({
            key: webhookKey(tenant, webhook.id),
            list: { key: ['webhooks', tenant], link: { to: '/$tenant/webhooks', params: { tenant } } },
            said: words.webhook.deleted,
          });
        }}
      >
        {words.webhook.deleteText}
      </Confirm>
    </>
  );
}

/** The actions on an endpoint. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const changed = useWebhookChange(webhook);
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const test = useAction(async () => {
    await posthorn.webhooks.test(webhook.id);
    await queries.invalidateQueries({ queryKey: ['deliveries', tenant, webhook.id] });
    say(words.webhook.tested);
  });
  const toggle = useAction(() => changed(() => posthorn.webhooks.update(webhook.id, { active: !webhook.active })));
  const failure = test.failure ?? toggle.failure;
  return (
    <>
      <Button icon={FlaskConical} busy={test.busy} onClick={() => void test.run()}>
        {words.webhook.test}
      </Button>
      <MoreMenu
        beside={
          <Button busy={toggle.busy} onClick={() => void toggle.run()}>
            {webhook.active ? words.webhook.pause : words.webhook.resume}
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpenDialog('edit')}>{words.webhook.edit}</MenuItem>
        <MenuItem onSelect={() => setOpenDialog('rotate')}>{words.webhook.rotate}</MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => setOpenDialog('delete')}>
          {words.common.delete}
        </MenuItem>
      </MoreMenu>
      {failure !== undefined && <Failure className="w-full">{describeFailedChange(failure, words)}</Failure>}
      <Dialogs webhook={webhook} openDialog={openDialog} close={() => setOpenDialog(undefined)} />
    </>
  );
}
