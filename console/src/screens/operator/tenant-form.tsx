import type { Overrides, Plan } from '@posthorn/contract';
import { useState } from 'react';
import { useWords } from '../../text/words.ts';
import { changesOf } from '../../ui/forms/changes.ts';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { SubmitActions } from '../../ui/overlays/dialog.tsx';

const PLANS = ['free', 'payg', 'credits', 'unlimited'] as const satisfies readonly Plan[];
export const OVERRIDES = [
  'daily_quota',
  'monthly_quota',
  'rate_limit',
  'contact_limit',
  'webhook_limit',
  'storage_limit',
] as const satisfies readonly (keyof Overrides)[];

/** The content of a tenant form. */
export interface WrittenTenant {
  readonly name: string;
  readonly plan: Plan;
  readonly overrides: Overrides;
}

const NEW: WrittenTenant = {
  name: '',
  plan: 'free',
  overrides: { daily_quota: null, monthly_quota: null, rate_limit: null, contact_limit: null, webhook_limit: null, storage_limit: null },
};

/** What was changed of a tenant, limits one by one. */
export type TenantChanges = Partial<Omit<WrittenTenant, 'overrides'>> & { readonly overrides?: Partial<Overrides> };

const changesTo = (begun: WrittenTenant, written: WrittenTenant): TenantChanges => ({
  ...changesOf(written, begun),
  overrides: changesOf(written.overrides, begun.overrides),
});

/** Reads the limits in the form; an empty one means that of the plan. */
function readOverrides(fields: ReadonlyMap<string, string>): Overrides {
  const read = (name: keyof Overrides) => (fields.get(name)?.trim() ? Number(fields.get(name)) : null);
  return {
    daily_quota: read('daily_quota'),
    monthly_quota: read('monthly_quota'),
    rate_limit: read('rate_limit'),
    contact_limit: read('contact_limit'),
    webhook_limit: read('webhook_limit'),
    storage_limit: read('storage_limit'),
  };
}

interface TenantFormProps {
  readonly given?: WrittenTenant;
  readonly action: string;
  /** Saves the tenant, of which something was changed. */
  onSubmit(tenant: WrittenTenant, changes: TenantChanges): Promise<unknown>;
  onClose(): void;
}

export function TenantForm({ given = NEW, action, onSubmit, onClose }: TenantFormProps) {
  const words = useWords();
  const [begun] = useState<WrittenTenant>(given);
  const submit = useAction((fields: ReadonlyMap<string, string>) => {
    const plan = PLANS.find((name) => name === fields.get('plan')) ?? 'free';
    const written = { name: fields.get('name') ?? '', plan, overrides: readOverrides(fields) };
    return onSubmit(written, changesTo(begun, written));
  });
  return (
    <Form failure={submit.failure} onSubmit={(fields) => void submit.run(fields)}>
      <TextField label={words.common.name} name="name" required maxLength={255} defaultValue={begun.name} />
      <SelectField label={words.usage.plan} name="plan" defaultValue={begun.plan}>
        {PLANS.map((plan) => (
          <option key={plan} value={plan}>
            {words.usage.plans[plan]}
          </option>
        ))}
      </SelectField>
      <fieldset>
        <legend className="text-sm font-medium">{words.operator.overrides}</legend>
        <p className="mb-3 text-xs text-faint">{words.operator.overridesHint}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {OVERRIDES.map((name) => (
            <TextField
              key={name}
              label={words.operator.overrideNames[name]}
              name={name}
              type="number"
              min={-1}
              defaultValue={begun.overrides[name] ?? ''}
            />
          ))}
        </div>
      </fieldset>
      <SubmitActions busy={submit.busy} onCancel={onClose}>
        {action}
      </SubmitActions>
    </Form>
  );
}
