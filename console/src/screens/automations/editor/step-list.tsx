import { useWords } from '../../../text/words.ts';
import { durationOf } from '../steps.ts';
import { AddStep } from './add-step.tsx';
import { BRANCHES, type EditedStep, hasBranches, type ListPlace, type Program } from './program.ts';
import { StepCard, useStepName } from './step-card.tsx';

/** Returns a function that labels each branch of a step. */
function useWayLabels(): (edited: EditedStep) => { readonly then: string; readonly else: string } {
  const words = useWords();
  return ({ step }) =>
    step.type === 'wait_for_event'
      ? { then: words.automations.happens, else: durationOf(step.timeout_seconds, words.automations.after) }
      : { then: words.automations.branches.yes, else: words.automations.branches.no };
}

function Branches({ edited }: { readonly edited: EditedStep }) {
  const labels = useWayLabels()(edited);
  const name = useStepName()(edited);
  if (!hasBranches(edited.step)) return null;
  return (
    <ul className="mt-2 ml-2 flex flex-col gap-3 border-l border-line pl-3 sm:ml-4 sm:pl-4">
      {BRANCHES.map((branch) => (
        <li key={branch}>
          <p className="mb-1 text-xs font-medium text-faint">{labels[branch]}</p>
          <StepList list={edited[branch]} place={{ of: edited.key, branch }} label={`${name}: ${labels[branch]}`} />
        </li>
      ))}
    </ul>
  );
}

interface ListProps {
  readonly list: Program;
  readonly place: ListPlace;
  readonly label: string;
}

/** Steps in order, each followed by its nested steps, with a place to add one everywhere. */
export function StepList({ list, place, label }: ListProps) {
  const nameOf = useStepName();
  return (
    <>
      {list.length > 0 && (
        <ol aria-label={label}>
          {list.map((edited, index) => (
            <li key={edited.key}>
              {index > 0 && (
                <div className="flex h-[30px] items-center pl-2">
                  <AddStep slot={{ place, index }} before={nameOf(edited)} />
                </div>
              )}
              <StepCard edited={edited} />
              <Branches edited={edited} />
            </li>
          ))}
        </ol>
      )}
      <div className={list.length > 0 ? 'mt-2' : undefined}>
        <AddStep slot={{ place, index: list.length }} />
      </div>
    </>
  );
}
