import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../../api/failures.ts';
import { useTenancy } from '../../../session/session.ts';
import { useWords } from '../../../text/words.ts';
import { SelectField } from '../../../ui/forms/field.tsx';
import { legible } from '../../../ui/legible.ts';
import { Failure } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/status.tsx';
import type { useTemplateContent } from './template-content.ts';
import type { Unfilled } from './unfilled.ts';

function Variables({ says, names }: { readonly says: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-1">
      {says}
      {names.map((name) => (
        <Tag key={name}>{legible(name)}</Tag>
      ))}
    </p>
  );
}

/** The variables of a template that a broadcast leaves empty, before anybody gets it. */
function NotFilled({ unfilled: { never, byAttributes } }: { readonly unfilled: Unfilled }) {
  const { broadcasts: words } = useWords();
  return (
    <div className="flex flex-col gap-1.5 text-sm text-warn empty:hidden" role="status">
      <Variables says={words.neverFilled} names={never} />
      <Variables says={words.filledByAttributes} names={byAttributes} />
    </div>
  );
}

interface TemplateChoiceProps {
  readonly alias: string;
  choose(alias: string): void;
  readonly content: ReturnType<typeof useTemplateContent>;
  /** Whether one must be chosen. */
  readonly required?: boolean;
}

/** Chooses one of the tenant's templates and shows what a broadcast does not fill in. */
export function TemplateChoice({ alias, choose, content: { data, error }, required = false }: TemplateChoiceProps) {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const templates = useQuery({ queryKey: ['templates', tenant], queryFn: ({ signal }) => posthorn.templates.list({ signal }) });
  const failure = templates.error ?? error;
  const found = templates.data?.data ?? [];
  const isListed = found.some((template) => template.alias === alias);
  return (
    <>
      <SelectField
        label={words.email.template}
        hint={templates.data?.data.length === 0 ? words.templates.emptyTitle : words.broadcasts.templateHint}
        value={alias}
        required={required}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{required ? '' : words.broadcasts.noTemplate}</option>
        {alias !== '' && !isListed && <option value={alias}>{legible(alias)}</option>}
        {found.map((template) => (
          <option key={template.id} value={template.alias}>
            {legible(template.name === null ? template.alias : `${template.alias} (${template.name})`)}
          </option>
        ))}
      </SelectField>
      {failure !== null && <Failure>{describeFailure(failure, words)}</Failure>}
      {data === null && <Failure>{words.broadcasts.noVersion}</Failure>}
      {data != null && <NotFilled unfilled={data.unfilled} />}
    </>
  );
}
