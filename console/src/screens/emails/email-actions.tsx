import type { MessageDetail } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CircleX, Repeat } from 'lucide-react';
import { useState } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { TimeField, toLocalInput } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';

const WAITING: readonly string[] = ['queued', 'scheduled'];

function Reschedule({ message, open, onClose }: { readonly message: MessageDetail; readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const say = useToast();
  const { id, posthorn } = useTenancy();
  const queries = useQueryClient();
  const reschedule = useAction(async (at: number) => {
    await posthorn.email.reschedule(message.id, { scheduled_at: at });
    await queries.invalidateQueries({ queryKey: ['message', id, message.id] });
    say(words.email.rescheduled);
    onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.email.reschedule}>
      <Form failure={reschedule.failure} onSubmit={(fields) => void reschedule.run(new Date(fields.get('at') ?? '').getTime())}>
        <TimeField label={words.email.when} name="at" required defaultValue={toLocalInput(message.scheduled_at ?? Date.now())} />
        <SubmitActions busy={reschedule.busy} onCancel={onClose}>
          {words.email.reschedule}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

export function EmailActions({ message }: { readonly message: MessageDetail }) {
  const words = useWords();
  const say = useToast();
  const { id: tenant, posthorn } = useTenancy();
  const queries = useQueryClient();
  const [asks, setAsks] = useState<'cancel' | 'reschedule'>();
  const close = () => setAsks(undefined);
  const cancel = async () => {
    await posthorn.email.cancel(message.id);
    await queries.invalidateQueries({ queryKey: ['message', tenant, message.id] });
    say(words.email.cancelled);
  };
  return (
    <>
      {WAITING.includes(message.status) && (
        <>
          <Button icon={CalendarClock} onClick={() => setAsks('reschedule')}>
            {words.email.reschedule}
          </Button>
          <Button icon={CircleX} look="danger" onClick={() => setAsks('cancel')}>
            {words.email.cancel}
          </Button>
        </>
      )}
      <Link to="/$tenant/send" params={{ tenant }} search={{ like: message.id }} className={buttonClasses()}>
        <Repeat size={15} strokeWidth={1.75} aria-hidden="true" />
        {words.email.again}
      </Link>
      <Confirm open={asks === 'cancel'} onClose={close} title={words.email.cancelTitle} action={words.email.cancel} onConfirm={cancel}>
        {words.email.cancelText}
      </Confirm>
      <Reschedule message={message} open={asks === 'reschedule'} onClose={close} />
    </>
  );
}
