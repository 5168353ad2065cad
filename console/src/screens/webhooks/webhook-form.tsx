import type { CreateWebhookRequest, Webhook } from '@posthorn/sdk';
import { useState } from 'react';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Check, TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Actions } from '../../ui/overlays/dialog.tsx';
import { EVENT_TYPES, type EventType } from './event-types.ts';

interface WebhookFormProps {
  readonly given?: Webhook;
  readonly action: string;
  onSubmit(request: CreateWebhookRequest): Promise<unknown>;
  onClose(): void;
}

/** The URL that events go to, and their types. */
export function WebhookForm({ given, action, onSubmit, onClose }: WebhookFormProps) {
  const words = useWords();
  const [all, setAll] = useState(given === undefined || given.events.includes('*'));
  const [chosen, setChosen] = useState<ReadonlySet<EventType>>(new Set(given?.events.filter((type) => type !== '*') ?? []));
  const submit = useAction(async (fields: ReadonlyMap<string, string>) => {
    const description = fields.get('description')?.trim();
    await onSubmit({
      url: (fields.get('url') ?? '').trim(),
      events: all ? ['*'] : EVENT_TYPES.filter((type) => chosen.has(type)),
      ...(description ? { description } : {}),
    });
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
        defaultValue={given?.url}
        placeholder="https://example.com/hooks"
        spellCheck={false}
      />
      <TextField label={words.webhooks.description} name="description" maxLength={1000} defaultValue={given?.description ?? ''} />
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
