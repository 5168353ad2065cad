import type { TemplateDetail, TemplateVersion } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { classes } from '../../ui/classes.ts';
import { SelectField } from '../../ui/forms/field.tsx';
import { legible } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { lineDifference, type Run } from './line-difference.ts';

/** The most lines shown of each part, so that the page stays bounded. */
const MOST_LINES = 2000;
/** A scrollable element must be reachable by keyboard. */
const SCROLLED = 0;

const MARKS = { same: ' ', added: '+', removed: '−' } as const;
const TINTS = {
  same: undefined,
  added: 'bg-[color-mix(in_srgb,var(--good)_12%,transparent)]',
  removed: 'bg-[color-mix(in_srgb,var(--error)_12%,transparent)]',
} as const;

function RunOfLines({ kind, lines }: Run) {
  const words = useWords();
  if (kind === 'folded') return <div className="bg-raised px-3 text-faint">{words.template.folded(lines.length)}</div>;
  const Part = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'div';
  return (
    <Part className={classes('block no-underline', TINTS[kind])}>
      {lines.slice(0, MOST_LINES).map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their places.
        <span key={place} className="flex gap-3 px-3">
          <span aria-hidden="true" className="shrink-0 text-faint select-none">
            {MARKS[kind]}
          </span>
          <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{legible(line) || ' '}</span>
        </span>
      ))}
      {lines.length > MOST_LINES && <span className="block px-3 text-faint">{words.template.folded(lines.length - MOST_LINES)}</span>}
    </Part>
  );
}

interface PartProps {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

function Part({ name, before, after }: PartProps) {
  const runs = lineDifference(before ?? '', after ?? '');
  if (runs.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="mb-1.5 text-sm font-medium">{name}</h3>
      <section
        aria-label={name}
        tabIndex={SCROLLED}
        className="max-h-[50vh] overflow-y-auto rounded-md border border-line py-1 font-mono text-xs leading-5"
      >
        {runs.map((run, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs have nothing but their places.
          <RunOfLines key={place} {...run} />
        ))}
      </section>
    </div>
  );
}

function Parts({ before, after }: { readonly before: TemplateVersion; readonly after: TemplateVersion }) {
  const words = useWords();
  const isSame = before.subject === after.subject && before.html_body === after.html_body && before.text_body === after.text_body;
  if (isSame) return <p className="mt-4 text-faint">{words.template.noDifference}</p>;
  return (
    <>
      <Part name={words.emails.subject} before={before.subject} after={after.subject} />
      <Part name="HTML" before={before.html_body} after={after.html_body} />
      <Part name={words.email.text} before={before.text_body} after={after.text_body} />
    </>
  );
}

interface DifferenceProps {
  readonly template: TemplateDetail;
  readonly shown: number;
}

/** The changes between one version and another. */
export function Difference({ template: { alias, versions, active_version: active }, shown }: DifferenceProps) {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const numbers = versions.map(({ version }) => version);
  const [before, setBefore] = useState(numbers.find((version) => version < shown) ?? numbers.find((version) => version !== shown) ?? shown);
  const [after, setAfter] = useState(shown);
  const query = useQuery({
    queryKey: ['template-versions', tenant, alias, before, after],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => Promise.all([before, after].map((version) => posthorn.templates.getVersion(alias, version, { signal }))),
  });
  const options = numbers.map((version) => (
    <option key={version} value={version}>
      {version === active ? words.template.active(version) : words.template.version(version)}
    </option>
  ));
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={words.template.before} value={before} onChange={(event) => setBefore(Number(event.target.value))}>
          {options}
        </SelectField>
        <SelectField label={words.template.after} value={after} onChange={(event) => setAfter(Number(event.target.value))}>
          {options}
        </SelectField>
      </div>
      <Loaded query={query}>
        {([one, other]) => (one === undefined || other === undefined ? null : <Parts before={one} after={other} />)}
      </Loaded>
    </>
  );
}
