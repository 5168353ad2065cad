import type { Automation, AutomationStep, CreateAutomationRequest } from '@posthorn/sdk';
import { PosthornError } from '@posthorn/sdk';
import { useState } from 'react';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { legible } from '../../ui/legible.ts';
import { useAction } from '../../ui/use-action.ts';
import { useAudiences } from '../audiences/use-audiences.ts';

const TRIGGERS = ['contact_created', 'audience_added'] as const;

const FIRST_STEPS: readonly AutomationStep[] = [
  { id: 'welcome', type: 'send_email', subject: 'Welcome', text_body: 'Hello {{ email }}.' },
  { id: 'pause', type: 'wait', seconds: 3 * 86_400 },
  { id: 'more', type: 'send_email', subject: 'What to try next', text_body: 'Here is what others like.' },
];

/** What was typed, as steps: whether they are any is the service's to say. */
function readSteps(text: string): { readonly steps: AutomationStep[] } | { readonly fault: string } {
  try {
    return { steps: JSON.parse(text) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Where in the program the fault is. */
const placeOf = (failure: unknown): string | undefined =>
  failure instanceof PosthornError && failure.code === 'invalid_steps'
    ? `${String(failure.fields.path ?? '')}: ${failure.detail}`
    : undefined;

interface AutomationFormProps {
  readonly given?: Automation;
  readonly action: string;
  onSubmit(request: CreateAutomationRequest): Promise<unknown>;
  onClose(): void;
}

/** When it begins, and what it does. */
export function AutomationForm({ given, action, onSubmit, onClose }: AutomationFormProps) {
  const words = useWords();
  const audiences = useAudiences();
  const [trigger, setTrigger] = useState<(typeof TRIGGERS)[number]>(given?.trigger_kind ?? 'contact_created');
  const [fault, setFault] = useState<string>();
  const submit = useAction(onSubmit);
  const send = (fields: ReadonlyMap<string, string>) => {
    const read = readSteps(fields.get('steps') ?? '');
    setFault('fault' in read ? words.automations.noJson(read.fault) : undefined);
    if ('fault' in read) return;
    const audience = fields.get('audience');
    void submit.run({
      name: fields.get('name') ?? '',
      trigger_kind: trigger,
      trigger_config: trigger === 'audience_added' && audience ? { audience_id: audience } : {},
      steps: read.steps,
    });
  };
  const place = placeOf(submit.failure);
  return (
    <Form failure={place === undefined ? submit.failure : undefined} onSubmit={send}>
      <TextField label={words.common.name} name="name" required maxLength={255} defaultValue={given?.name} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={words.automations.trigger}
          value={trigger}
          onChange={(event) => setTrigger(event.target.value === 'audience_added' ? 'audience_added' : 'contact_created')}
        >
          {TRIGGERS.map((kind) => (
            <option key={kind} value={kind}>
              {words.automations.triggers[kind]}
            </option>
          ))}
        </SelectField>
        {trigger === 'audience_added' && (
          <SelectField
            key={String(audiences.data === undefined)}
            label={words.automations.audience}
            name="audience"
            required
            defaultValue={given?.trigger_config.audience_id ?? ''}
          >
            <option value="">{words.segments.choose}</option>
            {audiences.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {legible(name)}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <TextArea
        label={words.automations.stepsLabel}
        hint={words.automations.stepsHint}
        error={fault ?? place}
        name="steps"
        rows={16}
        required
        spellCheck={false}
        className="font-mono text-sm!"
        defaultValue={JSON.stringify(given?.steps ?? FIRST_STEPS, undefined, 2)}
      />
      <Actions>
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button type="submit" look="primary" busy={submit.busy}>
          {action}
        </Button>
      </Actions>
    </Form>
  );
}
