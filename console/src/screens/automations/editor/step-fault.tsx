import { PosthornError } from '@posthorn/sdk';
import { useEditorWords } from '../../../text/automation-editor.ts';
import { useWords } from '../../../text/words.ts';
import { legible } from '../../../ui/legible.ts';
import { type EditedStep, type Program, type Step, stepAt } from './program.ts';

/** A refused step and its field; empty for the step as a whole. */
export interface StepFault {
  readonly edited: EditedStep;
  readonly field: string;
  /** The service's message, in English. */
  readonly detail: string;
}

/** Returns the step that the service refuses; undefined if the failure is about something else. */
export function findStepFault(program: Program, failure: unknown): StepFault | undefined {
  if (!(failure instanceof PosthornError) || !failure.is('invalid_steps')) return undefined;
  const { path } = failure.fields;
  const found = typeof path === 'string' ? stepAt(program, path) : undefined;
  // The place is shown separately.
  return found && { ...found, detail: (failure.detail ?? failure.code).replace(`${path}: `, '') };
}

/** Returns the labels of the step fields. */
function useFieldNames(): Readonly<Record<string, string>> {
  const words = useWords();
  const said = useEditorWords();
  return {
    id: said.id,
    template_alias: words.email.template,
    template_model: words.send.model,
    subject: words.emails.subject,
    html_body: words.send.html,
    text_body: words.send.text,
    from: words.email.from,
    reply_to: said.replyTo,
    tags: said.tags,
    seconds: said.howLong,
    at: said.when,
    event: said.event,
    step: said.ofMail,
    timeout_seconds: said.atMost,
    filter: said.filter,
    attributes: words.contacts.attributes,
    status: words.emails.status,
    audience_id: words.automations.audience,
    name: said.webhookName,
    data: said.data,
  };
}

const isEmpty = (value: unknown) => value == null || (typeof value === 'string' && value.trim() === '');

type Sentences = Readonly<Record<string, string | undefined>>;

/**
 * Returns a function that describes the fault of a step's field in the reader's language, as far as the field and its value tell. Saving
 * checks the form of a sender, later checks its domain.
 */
function useProblem(isSaved: boolean): (step: Step, field: string) => string {
  const names = useFieldNames();
  const { faults } = useEditorWords();
  const { codes } = useWords().failures;
  const missing: Sentences = { html_body: faults.noBody, text_body: faults.noBody, step: faults.noMail };
  const wrong: Sentences = {
    from: isSaved ? codes.from_domain_not_verified : codes.invalid_email,
    step: faults.notBefore,
    template_alias: codes.template_not_found,
    audience_id: codes.target_not_found,
    reply_to: codes.invalid_email,
  };
  return (step, field) => {
    if (field === '') return faults.ofStep;
    const [root = ''] = field.split(/[.[]/);
    const name = names[root] ?? legible(root);
    const value: unknown = new Map<string, unknown>(Object.entries(step)).get(root);
    if (isEmpty(value)) return missing[root] ?? faults.missing(name);
    return wrong[root] ?? faults.invalid(name);
  };
}

interface ProblemProps {
  readonly fault: StepFault;
  /** Whether it is shown away from the step, for a saved program. */
  readonly isNamed?: boolean;
}

/** The fault of a step: in the reader's language, and below it the service's own message, which says more. */
export function StepProblem({ fault: { edited, field, detail }, isNamed = false }: ProblemProps) {
  const words = useWords();
  const { step } = edited;
  const problem = useProblem(isNamed)(step, field);
  return (
    <>
      <span className="block">
        {isNamed && (
          <span className="font-medium">
            {words.automations.steps[step.type]} ({legible(step.id ?? '')})
          </span>
        )}{' '}
        {problem}
      </span>
      <span lang="en" className="block text-xs text-faint">
        {field !== '' && <code className="mr-1 font-mono">{legible(field)}</code>} {legible(detail)}
      </span>
    </>
  );
}
