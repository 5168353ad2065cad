import { useQuery } from '@tanstack/react-query';
import { useTenancy } from '../../../session/session.ts';
import { useEditorWords } from '../../../text/automation-editor.ts';
import { useWords } from '../../../text/words.ts';
import { SelectField, TextArea } from '../../../ui/forms/field.tsx';
import { legible } from '../../../ui/legible.ts';
import { type FieldsProps, JsonField, OptionalText, withField } from './fields.tsx';
import type { StepOf } from './program.ts';

type SendEmail = StepOf<'send_email'>;

/** Returns the aliases of templates to choose from. */
function useAliases(): readonly string[] {
  const { id: tenant, posthorn } = useTenancy();
  const { data } = useQuery({ queryKey: ['templates', tenant], queryFn: ({ signal }) => posthorn.templates.list({ signal }) });
  return data?.data.filter(({ active_version: active }) => active !== null).map(({ alias }) => alias) ?? [];
}

function Bodies({ step, change }: Pick<FieldsProps<SendEmail>, 'step' | 'change'>) {
  const words = useWords();
  const said = useEditorWords();
  return (
    <>
      <TextArea
        label={words.send.text}
        rows={5}
        value={step.text_body ?? ''}
        onChange={(event) => change(withField(step, 'text_body', event.target.value || undefined))}
      />
      <TextArea
        label={words.send.html}
        hint={said.bodyHint}
        rows={5}
        spellCheck={false}
        className="font-mono text-sm!"
        value={step.html_body ?? ''}
        onChange={(event) => change(withField(step, 'html_body', event.target.value || undefined))}
      />
    </>
  );
}

/** The fields of a mail from a template, or written here. */
export function SendEmailFields({ step, change }: FieldsProps<SendEmail>) {
  const words = useWords();
  const said = useEditorWords();
  const aliases = useAliases();
  const { template_alias: alias } = step;
  const offered = alias === undefined || aliases.includes(alias) ? aliases : [alias, ...aliases];
  const hasBodies = step.text_body !== undefined || step.html_body !== undefined;
  return (
    <>
      <SelectField
        label={said.content}
        value={alias ?? ''}
        onChange={(event) => change(withField(step, 'template_alias', event.target.value || undefined))}
      >
        <option value="">{said.writtenHere}</option>
        {offered.map((each) => (
          <option key={each} value={each}>
            {legible(each)}
          </option>
        ))}
      </SelectField>
      <OptionalText
        label={words.emails.subject}
        hint={alias === undefined ? undefined : said.subjectOfTemplate}
        maxLength={998}
        value={step.subject}
        change={(subject) => change(withField(step, 'subject', subject))}
      />
      {(alias === undefined || hasBodies) && <Bodies step={step} change={change} />}
      {alias !== undefined && (
        <JsonField
          key={alias}
          label={words.send.model}
          hint={said.modelHint}
          value={step.template_model}
          change={(model) => change(withField(step, 'template_model', model))}
        />
      )}
      <details className="text-sm">
        <summary className="w-fit cursor-pointer rounded-sm text-faint hover:text-ink">{said.more}</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <OptionalText label={words.email.from} value={step.from} change={(from) => change(withField(step, 'from', from))} />
          <OptionalText label={said.replyTo} value={step.reply_to} change={(address) => change(withField(step, 'reply_to', address))} />
          <JsonField
            label={said.tags}
            value={step.tags}
            // Safe because the service rejects invalid values.
            change={(tags) => change(withField(step, 'tags', tags as SendEmail['tags']))}
          />
        </div>
      </details>
    </>
  );
}
