import { ArrowDown, ArrowUp, ChevronRight, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { useEditorWords } from '../../../text/automation-editor.ts';
import { useFormat } from '../../../text/format.ts';
import { useWords } from '../../../text/words.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { legible } from '../../../ui/legible.ts';
import { Failure } from '../../../ui/states.tsx';
import { STEP_ICONS } from '../step-icons.ts';
import { detailOf } from '../steps.ts';
import { useAudienceName } from '../tree.tsx';
import { OptionalText, withField } from './fields.tsx';
import { kindOf } from './kinds.ts';
import { type EditedStep, earlierMails } from './program.ts';
import { StepProblem } from './step-fault.tsx';
import { useEditor } from './use-editor.ts';

interface CardProps {
  readonly edited: EditedStep;
}

/** Returns a function that names a step among several: what it does, and its id. */
export function useStepName(): (edited: EditedStep) => string {
  const words = useWords();
  return ({ step }) => `${words.automations.steps[step.type]} ${legible(step.id ?? '')}`.trim();
}

function Fields({ edited: { key, step } }: CardProps) {
  const said = useEditorWords();
  const editor = useEditor();
  const { Fields: Own } = kindOf(step.type);
  return (
    <div data-fields={key} className="flex flex-col gap-4 border-t border-line px-4 pt-3 pb-4">
      <Own step={step} mails={earlierMails(editor.program, key)} change={(next) => editor.change(key, next)} />
      <div className="max-w-xs">
        <OptionalText
          label={said.id}
          hint={said.idHint}
          maxLength={40}
          value={step.id}
          change={(id) => editor.change(key, withField(step, 'id', id))}
        />
      </div>
    </div>
  );
}

function Head({ edited, panel }: CardProps & { readonly panel: string }) {
  const words = useWords();
  const format = useFormat();
  const audience = useAudienceName();
  const editor = useEditor();
  const { key, step } = edited;
  const Icon = STEP_ICONS[step.type];
  const isOpen = editor.opened === key;
  const detail = detailOf(step, { words, format, audience });
  const press = (event: KeyboardEvent) => {
    const by = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined;
    if (by === undefined && event.key !== 'Delete') return;
    event.preventDefault();
    if (by === undefined) editor.remove(key);
    else editor.move(key, by);
  };
  return (
    <button
      type="button"
      data-row
      data-step={key}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panel : undefined}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
      className="flex min-h-10 min-w-0 flex-1 items-center gap-3 rounded-md py-1.5 pl-2.5 text-left"
      onClick={() => editor.open(isOpen ? undefined : key)}
      onKeyDown={press}
    >
      <ChevronRight
        size={14}
        strokeWidth={1.75}
        className={classes('-mr-1 shrink-0 text-faint transition-transform motion-reduce:transition-none', isOpen && 'rotate-90')}
        aria-hidden="true"
      />
      <Icon size={15} strokeWidth={1.75} className="shrink-0 text-faint" aria-hidden="true" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="font-medium">{words.automations.steps[step.type]}</span>{' '}
        {detail !== '' && <span className="text-faint">{detail}</span>}
      </span>
    </button>
  );
}

/** A step: what it does, its fields when opened, and its fault. */
export function StepCard({ edited }: CardProps) {
  const said = useEditorWords();
  const editor = useEditor();
  const panel = useId();
  const name = useStepName()(edited);
  const { key } = edited;
  const fault = editor.fault?.edited.key === key ? editor.fault : undefined;
  return (
    <div className={classes('group rounded-md border bg-paper', fault === undefined ? 'border-line' : 'border-error')}>
      <div className="flex items-center">
        <Head edited={edited} panel={panel} />
        <div className="flex px-1 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-focus-within:opacity-100 [@media(hover:hover)]:group-hover:opacity-100">
          <IconButton small icon={ArrowUp} label={said.up(name)} onClick={() => editor.move(key, -1)} />
          <IconButton small icon={ArrowDown} label={said.down(name)} onClick={() => editor.move(key, 1)} />
          <IconButton small icon={Trash2} label={said.remove(name)} onClick={() => editor.remove(key)} />
        </div>
      </div>
      {fault !== undefined && (
        <Failure className="px-3 pb-2">
          <StepProblem fault={fault} />
        </Failure>
      )}
      {editor.opened === key && (
        <div id={panel}>
          <Fields edited={edited} />
        </div>
      )}
    </div>
  );
}
