import type { Automation, AutomationSimulation } from '@posthorn/sdk';
import { useState } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible } from '../../ui/legible.ts';
import { Actions, Dialog } from '../../ui/overlays/dialog.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';
import { ContactField, findContact } from './contact-field.tsx';
import { Refusal } from './refusal.tsx';
import { stepsById } from './steps.ts';

const SIMULATED_EVENTS = ['none', 'delivery', 'open', 'click', 'bounce'] as const;
type SimulatedEvent = (typeof SIMULATED_EVENTS)[number];
const isSimulatedEvent = (value: unknown): value is SimulatedEvent => SIMULATED_EVENTS.some((each) => each === value);
const AFTER_SECONDS = 3600;

const TONES: Readonly<Record<AutomationSimulation['ended'], Tone>> = { completed: 'good', cancelled: 'warn', failed: 'error' };

function Walk({ walk }: { readonly walk: AutomationSimulation }) {
  const words = useWords();
  const outcomes: Readonly<Record<string, string>> = words.automations.outcomes;
  const { branches } = words.automations;
  const said = (outcome: string) => (outcome === 'then' ? branches.yes : outcome === 'else' ? branches.no : (outcomes[outcome] ?? outcome));
  return (
    <div aria-live="polite" className="mt-5 border-t border-line pt-4">
      <ol>
        {walk.path.map(({ step, type, at, outcome, detail }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a walk has an order and does not change.
          <li key={place} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2 text-sm">
            <span className="font-medium">{words.automations.steps[type]}</span>
            <code className="font-mono text-xs text-faint">{legible(step)}</code>
            <span className="flex-1">{said(outcome)}</span>
            <span className="text-faint">
              <Moment at={at} />
            </span>
            {detail !== null && <span className="w-full text-faint [overflow-wrap:anywhere]">{legible(detail)}</span>}
          </li>
        ))}
      </ol>
      <p className="mt-3">
        <Status state={walk.ended} tone={TONES[walk.ended]} label={words.automations.ended[walk.ended]} />
      </p>
    </div>
  );
}

interface TryProps {
  readonly automation: Automation;
  readonly open: boolean;
  onClose(): void;
}

/** Walks a contact through the program, with the outcomes of its mails. */
export function TryAutomation({ automation, open, onClose }: TryProps) {
  const words = useWords();
  const { posthorn } = useTenancy();
  const [walk, setWalk] = useState<AutomationSimulation>();
  const [isUnknown, setUnknown] = useState(false);
  const simulate = useAction(async (email: string, happening: SimulatedEvent) => {
    const contact = await findContact(posthorn, email);
    setUnknown(contact === undefined);
    setWalk(undefined);
    if (contact === undefined) return;
    const mails = [...stepsById(automation.steps)].filter(([, { type }]) => type === 'send_email').map(([id]) => id);
    const events = happening === 'none' ? [] : mails.map((step) => ({ event: happening, step, after_seconds: AFTER_SECONDS }));
    setWalk(await posthorn.automations.simulate(automation.id, { contact_id: contact.id, events }));
  });
  const submit = (fields: ReadonlyMap<string, string>) => {
    const happening = fields.get('happening');
    void simulate.run(fields.get('email') ?? '', isSimulatedEvent(happening) ? happening : 'none');
  };
  const close = () => {
    simulate.forget();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={words.automations.simulate} description={words.automations.simulateText} wide>
      <Form onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <ContactField isUnknown={isUnknown} />
          <SelectField label={words.automations.happening} hint={words.automations.afterHour} name="happening">
            {SIMULATED_EVENTS.map((each) => (
              <option key={each} value={each}>
                {words.automations.happenings[each]}
              </option>
            ))}
          </SelectField>
        </div>
        <Actions>
          <Button type="submit" look="primary" busy={simulate.busy}>
            {words.automations.runSimulation}
          </Button>
        </Actions>
        {simulate.failure !== undefined && <Refusal automation={automation} failure={simulate.failure} />}
      </Form>
      {walk !== undefined && <Walk walk={walk} />}
    </Dialog>
  );
}
