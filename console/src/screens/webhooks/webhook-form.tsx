import type { Webhook } from '@posthorn/sdk';
import { useState } from 'react';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { changesOf } from '../../ui/forms/changes.ts';
import { Check, TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Actions } from '../../ui/overlays/dialog.tsx';
import { EVENT_TYPES, type EventType } from './event-types.ts';

type WebhookFields = Pick<Webhook, 'url' | 'events' | 'description'>;

const NEW: WebhookFields = { url: '', events: ['*'], description: null };

interface WebhookFormProps {
  readonly given?: WebhookFields;
  readonly action: string;
  /** Saves the fields, of which some were changed. */
  onSubmit(fields: WebhookFields, changes: Partial<WebhookFields>): Promise<unknown>;
  onClose(): void;
}

/** The URL that events go to, and their types. */
export function WebhookForm({ given = NEW, action, onSubmit, onClose }: WebhookFormProps) {
  const words = useWords();
  const [begun] = useState<WebhookFields>(given);
  const [all, setAll] = useState(begun.events.includes('*'));
  const [chosen, setChosen] = useState<ReadonlySet<EventType>>(new Set(begun.events.filter((type) => type !== '*')));
  const submit = useAction((fields: ReadonlyMap<string, string>) => {
    const events: WebhookFields['events'] = all ? ['*'] : EVENT_TYPES.filter((type) => chosen.has(type));
    const isSame = events.length === begun.events.length && events.every((type) => begun.events.includes(type));
    const written = {
      url: (fields.get('url') ?? '').trim(),
      events: isSame ? begun.events : events,
      description: fields.get('description')?.trim() || null,
    };
    return onSubmit(written, changesOf(written, begun));
  });
  const toggle = (type: EventType) => {
    const after = new Set(chosen);
    if (!after.delete(type)) after.add(type);
    setChosen(after);
  };
  return (
    <Form failure={submit.failure} onSubmit={(fields) => void submit.run(fields)}>
      <TextField
        label={words.webhooks.url}
        hint={words.webhooks.urlHint}
        name="url"
        type="url"
        required
        defaultValue={begun.url}
        placeholder="https://example.com/hooks"
        spellCheck={false}
      />
      <TextField label={words.webhooks.description} name="description" maxLength={1000} defaultValue={begun.description ?? ''} />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">{words.webhooks.events}</legend>
        <Check label={words.webhooks.all} checked={all} onChange={(event) => setAll(event.target.checked)} />
        {!all && (
          <div className="grid gap-2 border-t border-line pt-2 sm:grid-cols-2">
            {EVENT_TYPES.map((type) => (
              <Check
                key={type}
                label={<code className="font-mono text-xs">{type}</code>}
                checked={chosen.has(type)}
                onChange={() => toggle(type)}
              />
            ))}
          </div>
        )}
      </fieldset>
      <Actions>
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button type="submit" look="primary" busy={submit.busy} disabled={!all && chosen.size === 0}>
          {action}
        </Button>
      </Actions>
    </Form>
  );
}
