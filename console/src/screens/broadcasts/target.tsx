import type { Broadcast, UpdateBroadcastRequest } from '@posthorn/sdk';
import { useState } from 'react';
import { useWords } from '../../text/words.ts';
import { SelectField } from '../../ui/forms/field.tsx';
import { legible } from '../../ui/legible.ts';
import { useAudiences, useSegments } from '../audiences/use-audiences.ts';

const targetOf = ({ target_kind: kind, target_id: id }: Broadcast) => (kind === null || id === null ? '' : `${kind}:${id}`);

/** Reads the field; an empty value clears it. */
export function readTarget(value: string): Pick<UpdateBroadcastRequest, 'target_kind' | 'target_id'> {
  const [kind, id = ''] = value.split(':');
  return kind === 'audience' || kind === 'segment' ? { target_kind: kind, target_id: id } : { target_kind: null, target_id: null };
}

/** Returns a function that names an audience or a segment; if the name is unknown, it returns the kind. */
export function useTargetName(): (kind: 'audience' | 'segment', id: string) => string {
  const words = useWords();
  const found = { audience: useAudiences().data, segment: useSegments().data };
  const kinds = { audience: words.audiences.audience, segment: words.segments.segment };
  return (kind, id) => found[kind]?.find((one) => one.id === id)?.name ?? kinds[kind];
}

/** The target of a broadcast: an audience or a segment. */
export function Target({ broadcast }: { readonly broadcast: Broadcast }) {
  const words = useWords();
  const [audiences, segments] = [useAudiences(), useSegments()];
  const groups = [
    { kind: 'audience', label: words.broadcasts.audiences, options: audiences.data ?? [] },
    { kind: 'segment', label: words.broadcasts.segments, options: segments.data ?? [] },
  ];
  // The choice stays, whenever its options arrive.
  const [chosen, setChosen] = useState(targetOf(broadcast));
  const isListed = groups.some(({ kind, options }) => options.some(({ id }) => `${kind}:${id}` === chosen));
  return (
    <SelectField
      label={words.broadcasts.target}
      name="target"
      value={chosen}
      onChange={(event) => setChosen(event.target.value)}
      fieldClassName="max-w-md"
    >
      <option value="">{words.broadcasts.noTarget}</option>
      {chosen !== '' && !isListed && <option value={chosen}>{readTarget(chosen).target_id}</option>}
      {groups.map(({ kind, label, options }) => (
        <optgroup key={kind} label={label}>
          {options.map(({ id, name }) => (
            <option key={id} value={`${kind}:${id}`}>
              {legible(name)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
