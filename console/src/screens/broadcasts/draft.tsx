import type { Broadcast, UpdateBroadcastRequest } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { legible } from '../../ui/legible.ts';
import { Section } from '../../ui/page.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useAudiences, useSegments } from '../audiences/use-audiences.ts';
import { CheckBroadcast } from './check.tsx';
import { SendBroadcast } from './send.tsx';
import { broadcastKey } from './states.ts';

const targetOf = ({ target_kind: kind, target_id: id }: Broadcast) => (kind === null || id === null ? '' : `${kind}:${id}`);

function readTarget(value: string): Pick<UpdateBroadcastRequest, 'target_kind' | 'target_id'> {
  const [kind, id = ''] = value.split(':');
  return kind === 'audience' || kind === 'segment' ? { target_kind: kind, target_id: id } : { target_kind: null, target_id: null };
}

/** What the form says; an empty field clears. */
function readDraft(fields: ReadonlyMap<string, string>): UpdateBroadcastRequest {
  const line = (name: string) => fields.get(name)?.trim() || null;
  const body = (name: string) => fields.get(name) || null;
  return {
    name: fields.get('name') ?? '',
    ...readTarget(fields.get('target') ?? ''),
    from: line('from'),
    reply_to: line('reply_to'),
    subject: line('subject'),
    preview_text: line('preview_text'),
    body_html: body('html'),
    body_text: body('text'),
  };
}

function Target({ broadcast }: { readonly broadcast: Broadcast }) {
  const words = useWords();
  const [audiences, segments] = [useAudiences(), useSegments()];
  const groups = [
    { kind: 'audience', label: words.broadcasts.audiences, options: audiences.data ?? [] },
    { kind: 'segment', label: words.broadcasts.segments, options: segments.data ?? [] },
  ];
  const chosen = targetOf(broadcast);
  const isListed = groups.some(({ kind, options }) => options.some(({ id }) => `${kind}:${id}` === chosen));
  return (
    <SelectField
      // What is chosen is among the options only once they are there.
      key={String(audiences.data === undefined || segments.data === undefined)}
      label={words.broadcasts.target}
      name="target"
      defaultValue={chosen}
      fieldClassName="max-w-md"
    >
      <option value="">{words.broadcasts.noTarget}</option>
      {chosen !== '' && !isListed && <option value={chosen}>{broadcast.target_id}</option>}
      {groups.map(({ kind, label, options }) => (
        <optgroup key={kind} label={label}>
          {options.map(({ id, name }) => (
            <option key={id} value={`${kind}:${id}`}>
              {legible(name)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

function Content({ broadcast }: { readonly broadcast: Broadcast }) {
  const words = useWords();
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={words.common.name}
        hint={words.broadcasts.nameHint}
        name="name"
        required
        maxLength={255}
        defaultValue={broadcast.name}
      />
      <TextField label={words.broadcasts.subject} name="subject" maxLength={998} defaultValue={broadcast.subject} />
      <TextField
        label={words.broadcasts.previewText}
        hint={words.broadcasts.previewTextHint}
        name="preview_text"
        maxLength={998}
        defaultValue={broadcast.preview_text ?? ''}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.broadcasts.from}
          hint={words.broadcasts.fromHint}
          name="from"
          maxLength={254}
          defaultValue={broadcast.from ?? ''}
        />
        <TextField label={words.broadcasts.replyTo} name="reply_to" maxLength={254} defaultValue={broadcast.reply_to ?? ''} />
      </div>
      <TextArea
        label={words.broadcasts.html}
        hint={words.broadcasts.liquid}
        name="html"
        rows={14}
        defaultValue={broadcast.body_html ?? ''}
        className="font-mono text-sm!"
        spellCheck={false}
      />
      <TextArea
        label={words.broadcasts.text}
        hint={words.broadcasts.textHint}
        name="text"
        rows={5}
        defaultValue={broadcast.body_text ?? ''}
        className="font-mono text-sm!"
      />
    </div>
  );
}

/** To whom, what, check, when. */
export function Draft({ broadcast, mayChange }: { readonly broadcast: Broadcast; readonly mayChange: boolean }) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const [isChanged, setChanged] = useState(false);
  const save = useAction(async (request: UpdateBroadcastRequest) => {
    queries.setQueryData(broadcastKey(tenant, broadcast.id), await posthorn.broadcasts.update(broadcast.id, request));
    await queries.invalidateQueries({ queryKey: ['broadcasts', tenant] });
    setChanged(false);
    say(words.broadcasts.saved);
  });
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div onInput={() => setChanged(true)} className="min-w-0">
        <Form failure={save.failure} onSubmit={(fields) => void save.run(readDraft(fields))}>
          <fieldset disabled={!mayChange} className="min-w-0">
            <Section title={words.broadcasts.whom} className="mt-0!">
              <Target broadcast={broadcast} />
            </Section>
            <Section title={words.broadcasts.what}>
              <Content broadcast={broadcast} />
            </Section>
            <Actions>
              <Button type="submit" look={isChanged ? 'primary' : 'secondary'} busy={save.busy}>
                {words.broadcasts.save}
              </Button>
            </Actions>
          </fieldset>
        </Form>
      </div>
      <div className="min-w-0">
        <Section title={words.broadcasts.check} className="lg:mt-0!">
          {isChanged ? <p className="text-faint">{words.broadcasts.unsaved}</p> : <CheckBroadcast broadcast={broadcast} />}
        </Section>
        {mayChange && (
          <Section title={words.broadcasts.when}>
            <SendBroadcast broadcast={broadcast} isChanged={isChanged} />
          </Section>
        )}
      </div>
    </div>
  );
}
