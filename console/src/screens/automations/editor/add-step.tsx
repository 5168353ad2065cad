import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useEditorWords } from '../../../text/automation-editor.ts';
import { useWords } from '../../../text/words.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx';
import { STEP_ICONS } from '../step-icons.ts';
import { STEP_TYPES } from './kinds.ts';
import type { Slot, StepType } from './program.ts';
import { useEditor } from './use-editor.ts';

interface AddProps {
  readonly slot: Slot;
  /** The name of the following step, if the place is between two. */
  readonly before?: string;
}

/** Chooses a kind of step for a place: at the end of a list, or between two steps. */
export function AddStep({ slot, before }: AddProps) {
  const words = useWords();
  const said = useEditorWords();
  const editor = useEditor();
  const chosen = useRef(false);
  // The new step gets the focus; if none was chosen, the button gets it back.
  const choose = (type: StepType) => {
    chosen.current = true;
    editor.add(slot, type);
  };
  const trigger =
    before === undefined ? (
      <button type="button" data-add className={buttonClasses('secondary', true)}>
        <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
        {said.add}
      </button>
    ) : (
      <button
        type="button"
        aria-label={said.addBefore(before)}
        title={said.addBefore(before)}
        className="flex size-[26px] items-center justify-center rounded-full text-faint hover:bg-chosen hover:text-ink focus-visible:text-ink"
      >
        <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
      </button>
    );
  return (
    <Menu align="start" trigger={trigger} returnsFocus={() => !chosen.current}>
      {STEP_TYPES.map((type) => {
        const Icon = STEP_ICONS[type];
        return (
          <MenuItem key={type} onSelect={() => choose(type)}>
            <Icon size={15} strokeWidth={1.75} className="text-faint" aria-hidden="true" />
            {words.automations.steps[type]}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
