import type { SegmentFilter } from '@posthorn/sdk';
import { FolderPlus, Plus, X } from 'lucide-react';
import { useWords } from '../../text/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Check, inputClasses } from '../../ui/forms/field.tsx';
import { ConditionRow } from './condition-row.tsx';
import { conditionOn, toFilter } from './conditions.ts';

/** The nesting limit of the service; a group holds its rules one level below. */
const DEEPEST_GROUP = 4;

const EVERYBODY: SegmentFilter = { all: true };
const firstRule = (): SegmentFilter => toFilter(conditionOn('email'));

type Group = { readonly and: readonly SegmentFilter[] } | { readonly or: readonly SegmentFilter[] };
const childrenOf = (group: Group): readonly SegmentFilter[] => ('and' in group ? group.and : group.or);
const groupOf = (join: 'and' | 'or', children: readonly SegmentFilter[]): SegmentFilter =>
  join === 'and' ? { and: [...children] } : { or: [...children] };

interface EditorProps {
  readonly filter: SegmentFilter;
  change(filter: SegmentFilter): void;
  readonly depth: number;
  /** Absent for the root, which cannot be removed. */
  remove?: () => void;
}

function GroupEditor({ filter, change, depth, remove }: Omit<EditorProps, 'filter'> & { readonly filter: Group }) {
  const words = useWords();
  const join = 'and' in filter ? 'and' : 'or';
  const children = childrenOf(filter);
  const set = (next: readonly SegmentFilter[]) => change(next.length === 0 ? EVERYBODY : groupOf(join, next));
  const add = (child: SegmentFilter) => set([...children, child]);
  const removeAt = (place: number) => {
    const left = children.filter((_, other) => other !== place);
    if (left.length === 0 && remove !== undefined) remove();
    else set(left);
  };
  return (
    <div>
      <div className="flex items-center gap-2">
        <select
          aria-label={words.segments.group}
          className={`${inputClasses} select h-control w-auto! font-medium`}
          value={join}
          onChange={(event) => change(groupOf(event.target.value === 'or' ? 'or' : 'and', children))}
        >
          <option value="and">{words.segments.groups.and}</option>
          <option value="or">{words.segments.groups.or}</option>
        </select>
        {remove !== undefined && <IconButton icon={X} label={words.segments.removeGroup} onClick={remove} className="ml-auto" />}
      </div>
      <ul className="mt-1 ml-3 border-l border-line pl-3 sm:pl-4">
        {children.map((child, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have nothing but their places.
          <li key={place} className="border-b border-line last:border-0">
            <FilterEditor
              filter={child}
              depth={depth + 1}
              change={(next) => set(children.map((each, other) => (other === place ? next : each)))}
              remove={() => removeAt(place)}
            />
          </li>
        ))}
      </ul>
      <div className="mt-2 ml-3 flex flex-wrap gap-2 pl-3 sm:pl-4">
        <Button small icon={Plus} onClick={() => add(firstRule())}>
          {words.segments.addRule}
        </Button>
        {depth < DEEPEST_GROUP - 1 && (
          <Button small look="quiet" icon={FolderPlus} onClick={() => add({ or: [firstRule()] })}>
            {words.segments.addGroup}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A filter of any form, with its nested rules. */
export function FilterEditor({ filter, change, depth, remove }: EditorProps) {
  const words = useWords();
  const removal = remove === undefined ? {} : { remove };
  if ('and' in filter || 'or' in filter)
    return (
      <div className={depth > 0 ? 'py-2' : undefined}>
        <GroupEditor filter={filter} change={change} depth={depth} {...removal} />
      </div>
    );
  if ('not' in filter)
    return (
      <div className="py-2">
        <Check className="mb-1" label={words.segments.none} checked onChange={() => change(filter.not)} />
        <FilterEditor filter={filter.not} change={(not) => change({ not })} depth={depth + 1} {...removal} />
      </div>
    );
  if ('all' in filter)
    return (
      <div className="flex flex-wrap items-center gap-3 py-1.5">
        <span className="text-faint">{words.segments.everybody}</span>
        <Button small icon={Plus} onClick={() => change({ and: [firstRule()] })}>
          {words.segments.addRule}
        </Button>
      </div>
    );
  return <ConditionRow condition={filter} change={(condition) => change(toFilter(condition))} remove={remove} />;
}
