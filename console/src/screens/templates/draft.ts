import { PosthornError } from '@posthorn/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readJsonObject } from '../../code/json-object.ts';
import { useTenancy } from '../../session/session.ts';

/** What somebody writes: the parts of a template, and a model to look at it with. */
export interface Draft {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** JSON, as typed. */
  readonly model: string;
  /** How often the model was filled in, which the editor takes up. */
  readonly filled: number;
}

const PAUSE_MS = 300;

/** The value once it has rested for a moment. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

type Parts = Pick<Draft, 'subject' | 'html' | 'text'>;

/** The parts as the interface takes them; what is empty is left out. */
export const partsOf = ({ subject, html, text }: Parts) => ({
  ...(subject === '' ? {} : { subject }),
  ...(html === '' ? {} : { html_body: html }),
  ...(text === '' ? {} : { text_body: text }),
});

/** The same with a body at least. */
export const bodiesOf = (draft: Parts) => (draft.html === '' ? { ...partsOf(draft), text_body: draft.text } : partsOf(draft));

/** What is wrong in a part, by its line and column. */
export interface DraftFault {
  readonly field: string;
  readonly line: number;
  /** Undefined where the part as a whole is at fault. */
  readonly column: number | undefined;
  /** In the service's own words, which are English. */
  readonly detail: string;
}

export function faultOf(error: unknown): DraftFault | undefined {
  if (!(error instanceof PosthornError) || !error.is('invalid_template')) return undefined;
  const { field, line, column } = error.fields;
  return { field, line, column, detail: error.detail ?? error.code };
}

/** The draft as the service renders it, a moment after each change. */
export function useRendered(draft: Draft) {
  const { id: tenant, posthorn } = useTenancy();
  const { filled: _, ...rested } = useRested(draft);
  const model = readJsonObject(rested.model);
  return useQuery({
    queryKey: ['rendered', tenant, rested],
    queryFn: ({ signal }) => posthorn.templates.preview({ ...bodiesOf(rested), template_model: model ?? {} }, { signal }),
    enabled: model !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
