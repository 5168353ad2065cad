import { PosthornError, type TemplateVersion } from '@posthorn/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readJsonObject } from '../../code/json-object.ts';
import { useTenancy } from '../../session/session.ts';

/** The text being written: the parts of a template, and a model to preview it with. */
export interface Draft {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** JSON, as typed. */
  readonly model: string;
  /** How often the model was filled in; the editor resets on a change. */
  readonly filled: number;
}

const PAUSE_MS = 300;

/** Returns the value once it has not changed for a moment. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

export type Parts = Pick<Draft, 'subject' | 'html' | 'text'>;

/** Returns the parts of a stored version. */
export const partsOfVersion = ({ subject, html_body: html, text_body: text }: TemplateVersion): Parts => ({
  subject: subject ?? '',
  html: html ?? '',
  text: text ?? '',
});

/** Converts the parts to a request; empty ones are omitted. */
export const partsOf = ({ subject, html, text }: Parts) => ({
  ...(subject === '' ? {} : { subject }),
  ...(html === '' ? {} : { html_body: html }),
  ...(text === '' ? {} : { text_body: text }),
});

/** The same with at least one body. */
export const bodiesOf = (draft: Parts) => (draft.html === '' ? { ...partsOf(draft), text_body: draft.text } : partsOf(draft));

/** A fault in a part, with its line and column. */
export interface DraftFault {
  readonly field: string;
  readonly line: number;
  /** Undefined if the part as a whole is at fault. */
  readonly column: number | undefined;
  /** The service's message, in English. */
  readonly detail: string;
}

export function faultOf(error: unknown): DraftFault | undefined {
  if (!(error instanceof PosthornError) || !error.is('invalid_template')) return undefined;
  const { field, line, column } = error.fields;
  return { field, line, column, detail: error.detail ?? error.code };
}

/** Renders the draft with the service, a moment after each change. */
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
