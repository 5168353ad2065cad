import type { Posthorn } from '@posthorn/sdk';
import { changesOf } from '../../ui/forms/changes.ts';
import { type Parts, partsOfVersion } from './draft.ts';

interface Written {
  readonly alias: string;
  /** The version that was being sent when the draft was begun with it; undefined for any other. */
  readonly version: number | undefined;
  readonly begun: Parts;
  readonly draft: Parts;
}

const partsOf = ({ subject, html, text }: Parts): Parts => ({ subject, html, text });

/** Returns the parts of one draft that differ in another. */
export const partsChanged = (after: Parts, before: Parts): Partial<Parts> => changesOf(partsOf(after), partsOf(before));

/** Returns the parts to save: those that the draft leaves as they were are taken from the version that is sent by now. */
export async function withNewer({ templates }: Posthorn, { alias, version, begun, draft }: Written): Promise<Parts> {
  const changes = partsChanged(draft, begun);
  if (version === undefined || Object.keys(changes).length === 0) return draft;
  const { active_version: active } = await templates.get(alias);
  if (active === null || active === version) return draft;
  return { ...partsOfVersion(await templates.getVersion(alias, active)), ...changes };
}
