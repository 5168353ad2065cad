import type { Automation, Domain } from '@posthorn/sdk';
import { describeFailure } from '../../../api/failures.ts';
import { useEditorWords } from '../../../text/automation-editor.ts';
import { useWords } from '../../../text/words.ts';
import { SelectField, TextArea, TextField } from '../../../ui/forms/field.tsx';
import { legible, legibleDomain } from '../../../ui/legible.ts';
import { useAudiences } from '../../audiences/use-audiences.ts';

const TRIGGERS = ['contact_created', 'audience_added'] as const satisfies readonly Automation['trigger_kind'][];

/** The settings of an automation besides its steps, while they are edited. */
export interface Settings {
  readonly name: string;
  readonly description: string;
  readonly trigger: Automation['trigger_kind'];
  readonly audience: string;
  /** Undefined until one is chosen. */
  readonly domain: string | undefined;
  readonly from: string;
  readonly replyTo: string;
}

export const settingsOf = (given: Automation | undefined): Settings => ({
  name: given?.name ?? '',
  description: given?.description ?? '',
  trigger: given?.trigger_kind ?? 'contact_created',
  audience: given?.trigger_config.audience_id ?? '',
  domain: given?.from_domain_id ?? undefined,
  from: given?.from ?? '',
  replyTo: given?.reply_to ?? '',
});

/** Converts the settings to a request; empty ones are omitted. */
export const requestOf = ({ name, description, trigger, audience, domain = '', from, replyTo }: Settings) => ({
  name,
  description: description || null,
  trigger_kind: trigger,
  trigger_config: trigger === 'audience_added' && audience !== '' ? { audience_id: audience } : {},
  from_domain_id: domain || null,
  from: from || null,
  reply_to: replyTo || null,
});

/** Adds a domain if none is chosen: that of the sender, otherwise the oldest. */
export function withDomain(settings: Settings, domains: readonly Domain[]): Settings {
  const [oldest] = domains.toSorted((left, right) => left.created_at - right.created_at);
  const ofSender = domains.find(({ name }) => settings.from.replace(/>$/, '').toLowerCase().endsWith(`@${name}`));
  return { ...settings, domain: settings.domain ?? (ofSender ?? oldest)?.id };
}

interface SettingsProps {
  readonly settings: Settings;
  change(changes: Partial<Settings>): void;
}

function Audience({ settings, change }: SettingsProps) {
  const words = useWords();
  const { data = [], error } = useAudiences();
  const { audience } = settings;
  const isKnown = audience === '' || data.some(({ id }) => id === audience);
  return (
    <SelectField
      label={words.automations.audience}
      required
      value={audience}
      error={error === null ? undefined : describeFailure(error, words)}
      onChange={(event) => change({ audience: event.target.value })}
    >
      <option value="">{words.segments.choose}</option>
      {!isKnown && <option value={audience}>{legible(audience)}</option>}
      {data.map(({ id, name }) => (
        <option key={id} value={id}>
          {legible(name)}
        </option>
      ))}
    </SelectField>
  );
}

interface SenderDomainProps extends SettingsProps {
  readonly domains: readonly Domain[];
  /** Why there is none to choose. */
  readonly domainsFailure: Error | null;
}

/** The verified domain that its mail is sent from; activation requires one. */
function SenderDomain({ settings, domains, domainsFailure, change }: SenderDomainProps) {
  const words = useWords();
  const said = useEditorWords();
  const { domain = '' } = settings;
  const isKnown = domain === '' || domains.some(({ id }) => id === domain);
  return (
    <SelectField
      label={said.domain}
      value={domain}
      error={domainsFailure === null ? undefined : describeFailure(domainsFailure, words)}
      onChange={(event) => change({ domain: event.target.value })}
    >
      <option value="">{words.segments.choose}</option>
      {!isKnown && <option value={domain}>{legible(domain)}</option>}
      {domains.map(({ id, name }) => (
        <option key={id} value={id}>
          {legibleDomain(name)}
        </option>
      ))}
    </SelectField>
  );
}

/** The fields for name, trigger and sender. */
export function SettingsFields({ settings, domains, domainsFailure, change }: SenderDomainProps) {
  const words = useWords();
  const said = useEditorWords();
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.common.name}
          required
          maxLength={255}
          value={settings.name}
          onChange={(event) => change({ name: event.target.value })}
          fieldClassName="sm:col-span-2"
        />
        <SelectField
          label={words.automations.trigger}
          value={settings.trigger}
          onChange={(event) => change({ trigger: TRIGGERS.find((kind) => kind === event.target.value) ?? settings.trigger })}
        >
          {TRIGGERS.map((kind) => (
            <option key={kind} value={kind}>
              {words.automations.triggers[kind]}
            </option>
          ))}
        </SelectField>
        {settings.trigger === 'audience_added' && <Audience settings={settings} change={change} />}
        <SenderDomain settings={settings} domains={domains} domainsFailure={domainsFailure} change={change} />
      </div>
      <details className="text-sm">
        <summary className="w-fit cursor-pointer rounded-sm text-faint hover:text-ink">{said.moreSettings}</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <TextField label={words.email.from} value={settings.from} onChange={(event) => change({ from: event.target.value })} />
          <TextField label={said.replyTo} value={settings.replyTo} onChange={(event) => change({ replyTo: event.target.value })} />
          <TextArea
            label={said.description}
            rows={2}
            maxLength={1000}
            value={settings.description}
            onChange={(event) => change({ description: event.target.value })}
            fieldClassName="sm:col-span-2"
          />
        </div>
      </details>
    </div>
  );
}
