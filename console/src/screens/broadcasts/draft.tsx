import { type Broadcast, PosthornError, type UpdateBroadcastRequest } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import { useRef, useState } from 'react';
import { keepAnswer } from '../../api/keep-answer.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions, fieldsOf } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { useFilled } from '../../ui/forms/use-filled.ts';
import { useLeave } from '../../ui/forms/use-leave.ts';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Section } from '../../ui/page.tsx';
import { BeginWithTemplate } from './begin/begin-with-template.tsx';
import type { TemplateParts } from './begin/template-content.ts';
import { CheckBroadcast } from './check.tsx';
import { Content } from './content.tsx';
import { contentOf, readChanges } from './draft-changes.ts';
import { SendBroadcast } from './send.tsx';
import { broadcastKey } from './states.ts';
import { Target } from './target.tsx';

const ADDRESSES: readonly (string | undefined)[] = ['from', 'reply_to'];

/** Returns why a draft is not saved. The console explains a refused address in the reader's language. */
const faultOf = (failure: unknown): unknown =>
  failure instanceof PosthornError && failure.is('validation_failed') && ADDRESSES.includes(failure.fields.field)
    ? 'invalid_email'
    : failure;

/** The steps of a draft: recipients, content, check, time. */
export function Draft({ broadcast, mayChange }: { readonly broadcast: Broadcast; readonly mayChange: boolean }) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const [begun, setBegun] = useState<{ readonly parts: Partial<TemplateParts>; readonly times: number }>({ parts: {}, times: 0 });
  const form = useFilled({ now: broadcast, fieldsOf: contentOf, onRefill: () => setBegun({ parts: {}, times: 0 }) });
  const { filled, refills, isChanged, change } = form;
  const [beginning, setBeginning] = useState<ReadonlyMap<string, string>>();
  const [at, setAt] = useState('');
  const written = useRef<HTMLDivElement>(null);
  const goTo = (field: string) =>
    written.current?.querySelector<HTMLElement>(field === '' ? '[type="submit"]' : `[name="${CSS.escape(field)}"]`)?.focus();
  useLeave(() => isChanged || at !== '');
  const save = useAction(async (request: UpdateBroadcastRequest) => {
    const saved = form.save();
    const key = broadcastKey(tenant, broadcast.id);
    const after = await keepAnswer(queries, key, () => posthorn.broadcasts.update(broadcast.id, request));
    await queries.invalidateQueries({ queryKey: ['broadcasts', tenant] });
    saved(after, request);
    say(words.broadcasts.saved);
  });
  const begin = (
    <Button small icon={LayoutTemplate} onClick={({ currentTarget: { form } }) => form !== null && setBeginning(fieldsOf(form))}>
      {words.broadcasts.beginWith}
    </Button>
  );
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div ref={written} onInput={change} className="min-w-0">
        <Form failure={faultOf(save.failure)} onSubmit={(fields) => void save.run(readChanges(fields, filled))}>
          <fieldset disabled={!mayChange} className="min-w-0">
            <Section title={words.broadcasts.whom} className="mt-0!">
              <Target key={refills} broadcast={filled} />
            </Section>
            <Section title={words.broadcasts.what} actions={mayChange && begin}>
              <Content key={refills} broadcast={filled} begun={begun} />
            </Section>
            <FormActions>
              <Button type="submit" look={isChanged ? 'primary' : 'secondary'} busy={save.busy}>
                {words.broadcasts.save}
              </Button>
            </FormActions>
          </fieldset>
        </Form>
      </div>
      <BeginWithTemplate
        fields={beginning}
        onClose={() => setBeginning(undefined)}
        begin={(parts) => {
          setBegun(({ times }) => ({ parts, times: times + 1 }));
          change();
        }}
      />
      <div className="min-w-0">
        <Section title={words.broadcasts.check} className="lg:mt-0!">
          {isChanged ? <p className="text-faint">{words.broadcasts.unsaved}</p> : <CheckBroadcast broadcast={broadcast} />}
        </Section>
        {mayChange && (
          <Section title={words.broadcasts.when}>
            <SendBroadcast broadcast={broadcast} isChanged={isChanged} goTo={goTo} at={at} setAt={setAt} />
          </Section>
        )}
      </div>
    </div>
  );
}
