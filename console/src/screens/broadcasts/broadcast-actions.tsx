import type { Broadcast } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleX, Pause, Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { MoreMenu } from '../../ui/overlays/more-menu.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Failure } from '../../ui/states.tsx';
import { useDeleted } from '../../ui/use-deleted.ts';
import { useBroadcastStats } from './progress.tsx';
import { broadcastKey, MAY } from './states.ts';
import { TestBroadcast } from './test.tsx';

const NAME_LENGTH = 255;

type DialogName = 'cancel' | 'delete' | 'test';

/** Returns a function that refetches everything about a broadcast. */
function useBroadcastChanged({ id }: Broadcast) {
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  return () =>
    Promise.all(
      [broadcastKey(tenant, id), ['broadcast-stats', tenant, id], ['recipients', tenant, id], ['broadcasts', tenant]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}

function Dialogs({
  broadcast,
  openDialog,
  close,
}: {
  readonly broadcast: Broadcast;
  readonly openDialog: DialogName | undefined;
  close(): void;
}) {
  const words = useWords();
  const say = useToast();
  const forget = useDeleted();
  const changed = useBroadcastChanged(broadcast);
  const { id: tenant, posthorn } = useTenancy();
  return (
    <>
      <TestBroadcast broadcast={broadcast} open={openDialog === 'test'} onClose={close} />
      <Confirm
        open={openDialog === 'cancel'}
        onClose={close}
        title={words.broadcasts.cancelTitle}
        action={words.broadcasts.cancel}
        onConfirm={async () => {
          await posthorn.broadcasts.cancel(broadcast.id);
          await changed();
          say(words.broadcasts.cancelled);
        }}
      >
        {words.broadcasts.cancelText}
      </Confirm>
      <Confirm
        open={openDialog === 'delete'}
        onClose={close}
        title={words.broadcasts.deleteTitle}
        action={words.common.delete}
        onConfirm={async () => {
          await posthorn.broadcasts.delete(broadcast.id);
          await forget({
            key: broadcastKey(tenant, broadcast.id),
            list: { key: ['broadcasts', tenant], link: { to: '/$tenant/broadcasts', params: { tenant } } },
            said: words.broadcasts.deleted,
          });
        }}
      >
        {words.broadcasts.deleteText}
      </Confirm>
    </>
  );
}

export function BroadcastActions({ broadcast }: { readonly broadcast: Broadcast }) {
  const words = useWords();
  const say = useToast();
  const changed = useBroadcastChanged(broadcast);
  const navigate = useNavigate();
  const { id: tenant, posthorn } = useTenancy();
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const failed = useBroadcastStats(broadcast).data?.ledger.failed ?? 0;
  const may = (what: keyof typeof MAY) => MAY[what].includes(broadcast.status);
  const act = useAction(async (what: () => Promise<unknown>) => {
    await what();
    await changed();
  });
  const retry = async () => say(words.broadcasts.retried((await posthorn.broadcasts.retry(broadcast.id)).retried));
  const duplicate = async () => {
    const name = words.broadcasts.copyOf(broadcast.name);
    // The service would cut a longer one.
    const { id } = await posthorn.broadcasts.duplicate(broadcast.id, name.length > NAME_LENGTH ? {} : { name });
    await navigate({ to: '/$tenant/broadcasts/$id', params: { tenant, id } });
    say(words.broadcasts.duplicated);
  };
  const buttons = [
    may('pause') && (
      <Button key="pause" icon={Pause} busy={act.busy} onClick={() => void act.run(() => posthorn.broadcasts.pause(broadcast.id))}>
        {words.broadcasts.pause}
      </Button>
    ),
    may('resume') && (
      <Button key="resume" icon={Play} busy={act.busy} onClick={() => void act.run(() => posthorn.broadcasts.resume(broadcast.id))}>
        {words.broadcasts.resume}
      </Button>
    ),
    may('retry') && failed > 0 && (
      <Button key="retry" icon={RotateCw} busy={act.busy} onClick={() => void act.run(retry)}>
        {words.broadcasts.retry}
      </Button>
    ),
    broadcast.status === 'scheduled' && (
      <Button key="cancel" icon={CircleX} look="danger" onClick={() => setOpenDialog('cancel')}>
        {words.broadcasts.cancel}
      </Button>
    ),
  ].filter((button) => button !== false);
  return (
    <>
      {buttons.slice(0, -1)}
      <MoreMenu beside={buttons.at(-1)}>
        {/* A draft has it next to sending, where it waits for the draft to be saved. */}
        {broadcast.status !== 'draft' && <MenuItem onSelect={() => setOpenDialog('test')}>{words.broadcasts.test}</MenuItem>}
        <MenuItem onSelect={() => void act.run(duplicate)}>{words.broadcasts.duplicate}</MenuItem>
        {may('cancel') && <MenuItem onSelect={() => setOpenDialog('cancel')}>{words.broadcasts.cancel}</MenuItem>}
        <MenuLine />
        <MenuItem danger onSelect={() => setOpenDialog('delete')}>
          {words.common.delete}
        </MenuItem>
      </MoreMenu>
      {act.failure !== undefined && <Failure className="w-full">{describeFailedChange(act.failure, words)}</Failure>}
      <Dialogs broadcast={broadcast} openDialog={openDialog} close={() => setOpenDialog(undefined)} />
    </>
  );
}
