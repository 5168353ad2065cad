import type { Overrides, Plan, Tenant } from '@posthorn/contract';
import { useWords } from '../../text/words.ts';
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
  readonly given?: Tenant;
  readonly action: string;
  onSubmit(tenant: WrittenTenant): Promise<unknown>;
  onClose(): void;
}

export function TenantForm({ given, action, onSubmit, onClose }: TenantFormProps) {
  const words = useWords();
  const submit = useAction((fields: ReadonlyMap<string, string>) => {
    const plan = PLANS.find((name) => name === fields.get('plan')) ?? 'free';
    return onSubmit({ name: fields.get('name') ?? '', plan, overrides: readOverrides(fields) });
  });
  return (
    <Form failure={submit.failure} onSubmit={(fields) => void submit.run(fields)}>
      <TextField label={words.common.name} name="name" required maxLength={255} defaultValue={given?.name} />
      <SelectField label={words.usage.plan} name="plan" defaultValue={given?.plan ?? 'free'}>
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
              defaultValue={given?.overrides[name] ?? ''}
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
