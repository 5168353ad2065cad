import type { Broadcast } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { keepAnswer } from '../../api/keep-answer.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { TimeField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { useVerifiedDomains } from '../domains/use-domains.ts';
import { useBroadcastPreview } from './check.tsx';
import { faultsOf, hasMail, Lacks, lacksOf } from './lacks.tsx';
import { broadcastKey } from './states.ts';
import { TestBroadcast } from './test.tsx';

interface SendProps {
  readonly broadcast: Broadcast;
  readonly isChanged: boolean;
  /** Leads to the field of this name, or to the save button, which has none. */
  goTo(field: string): void;
  /** The time to send it, as typed; empty for now. */
  readonly at: string;
  setAt(at: string): void;
}

/** Tests, schedules or sends a draft; asks for confirmation before sending. */
export function SendBroadcast({ broadcast, isChanged, goTo, at, setAt }: SendProps) {
  const words = useWords();
  const format = useFormat();
  const say = useToast();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const [asked, setAsked] = useState(false);
  const [testing, setTesting] = useState(false);
  const preview = useBroadcastPreview(broadcast);
  const { domains, isPending, error } = useVerifiedDomains();
  const isWithoutDomain = !isPending && error === null && domains.length === 0;
  const counts = preview.data?.counts;
  const lacks = isChanged ? [{ field: '', said: words.broadcasts.lacks.saved }] : lacksOf(broadcast, words);
  // What the service has found may be fixed elsewhere meanwhile: it is shown, and the decision is left to the service.
  const told = isChanged ? lacks : [...lacks, ...faultsOf(broadcast, { preview, isWithoutDomain }, words)];
  const action = at === '' ? words.broadcasts.send : words.broadcasts.schedule;
  const send = async () => {
    const request = at === '' ? {} : { scheduled_at: new Date(at).getTime() };
    await keepAnswer(queries, broadcastKey(tenant, broadcast.id), () => posthorn.broadcasts.send(broadcast.id, request));
    await queries.invalidateQueries({ queryKey: ['broadcasts', tenant] });
    say(at === '' ? words.broadcasts.begun : words.broadcasts.scheduled);
  };
  return (
    <>
      <Form onSubmit={() => setAsked(true)}>
        <TimeField
          label={words.broadcasts.at}
          hint={words.broadcasts.atHint}
          value={at}
          onChange={(event) => setAt(event.target.value)}
          fieldClassName="sm:max-w-56"
        />
        <Lacks lacks={told} goTo={goTo} />
        <div className="flex flex-wrap gap-2">
          <Button disabled={isChanged || !hasMail(broadcast)} onClick={() => setTesting(true)}>
            {words.broadcasts.test}
          </Button>
          <Button type="submit" look="primary" icon={Send} disabled={lacks.length > 0}>
            {action}
          </Button>
        </div>
      </Form>
      <TestBroadcast broadcast={broadcast} open={testing} onClose={() => setTesting(false)} />
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={counts == null ? words.broadcasts.sendUncounted : words.broadcasts.sendTitle(words.broadcasts.contacts(counts.deliverable))}
        action={action}
        harmless
        onConfirm={send}
      >
        {at === '' ? words.broadcasts.sendText : words.broadcasts.scheduleText(format.full(new Date(at).getTime()))}
      </Confirm>
    </>
  );
}
