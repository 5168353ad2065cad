import type { Broadcast } from '@posthorn/sdk';
import { useMe, useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';

interface TestBroadcastProps {
  readonly broadcast: Broadcast;
  readonly open: boolean;
  onClose(): void;
}

/** Sends the mail to oneself, before or after everybody has it. */
export function TestBroadcast({ broadcast, open, onClose }: TestBroadcastProps) {
  const words = useWords();
  const say = useToast();
  const { data: me } = useMe();
  const { posthorn } = useTenancy();
  const test = useAction(async (text: string) => {
    const to = text.split(/[\s,;]+/).filter((part) => part !== '');
    const { data } = await posthorn.broadcasts.test(broadcast.id, { to });
    say(words.broadcasts.tested(data.length));
    onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.broadcasts.test} description={words.broadcasts.testText}>
      <Form failure={test.failure} onSubmit={(fields) => void test.run(fields.get('to') ?? '')}>
        <TextField
          label={words.broadcasts.testTo}
          hint={words.broadcasts.testHint}
          name="to"
          required
          defaultValue={me?.email ?? ''}
          spellCheck={false}
        />
        <SubmitActions busy={test.busy} onCancel={onClose}>
          {words.broadcasts.test}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}
