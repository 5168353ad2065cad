import type { AutomationStep } from '@posthorn/sdk';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import { useAudiences } from '../audiences/use-audiences.ts';
import { StepFigures } from './step-figures.tsx';
import { STEP_ICONS } from './step-icons.ts';
import { detailOf, durationOf } from './steps.ts';

/** Returns a function that names an audience, if the name is known. */
export function useAudienceName(): (id: string) => string {
  const { data } = useAudiences();
  return (id) => data?.find((audience) => audience.id === id)?.name ?? id;
}

function Branch({ label, steps }: { readonly label: string; readonly steps: readonly AutomationStep[] | null | undefined }) {
  if (steps == null || steps.length === 0) return null;
  return (
    <li className="pt-1">
      <p className="text-xs font-medium text-faint">{label}</p>
      <Steps steps={steps} />
    </li>
  );
}

function Branches({ step }: { readonly step: AutomationStep }) {
  const words = useWords();
  if (step.type !== 'wait_for_event' && step.type !== 'branch') return null;
  const labels =
    step.type === 'branch'
      ? [words.automations.branches.yes, words.automations.branches.no]
      : [words.automations.happens, durationOf(step.timeout_seconds, words.automations.after)];
  return (
    <ul className="ml-2 border-l border-line pl-4">
      <Branch label={labels[0] ?? ''} steps={step.then} />
      <Branch label={labels[1] ?? ''} steps={step.else} />
    </ul>
  );
}

/** Steps in order, with nested steps below theirs. */
function Steps({ steps }: { readonly steps: readonly AutomationStep[] }) {
  const words = useWords();
  const format = useFormat();
  const audience = useAudienceName();
  return (
    <ol>
      {steps.map((step) => {
        const Icon = STEP_ICONS[step.type];
        const detail = detailOf(step, { words, format, audience });
        return (
          <li key={step.id} className="py-1">
            <div className="flex min-h-9 items-center gap-3 rounded-md border border-line bg-paper px-3 py-1.5">
              <Icon size={15} strokeWidth={1.75} className="shrink-0 text-faint" aria-hidden="true" />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span className="font-medium">{words.automations.steps[step.type]}</span>{' '}
                {detail !== '' && <span className="text-faint">{detail}</span>}
                <StepFigures step={step.id} />
              </span>
              <code className="max-w-32 shrink-0 truncate font-mono text-xs text-faint max-sm:hidden">{legible(step.id ?? '')}</code>
            </div>
            <Branches step={step} />
          </li>
        );
      })}
    </ol>
  );
}

/** A program as lists within lists. */
export function Tree({ steps }: { readonly steps: readonly AutomationStep[] }) {
  const words = useWords();
  return steps.length === 0 ? <p className="text-faint">{words.automations.noSteps}</p> : <Steps steps={steps} />;
}
