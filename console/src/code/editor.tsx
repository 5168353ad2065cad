import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { type CodeFault, type CodeLanguage, createEditor, type Missing, markProblems } from './code-mirror.ts';

interface EditorProps {
  /** What it begins with; another one begins anew. */
  readonly value: string;
  readonly language: CodeLanguage;
  readonly label: string;
  readonly fault?: CodeFault | undefined;
  readonly missing?: Missing | undefined;
  onChange(value: string): void;
}

/** Code to write in. */
export function Editor({ value, language, label, fault, missing, onChange }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  const first = useRef(value);
  useEffect(() => {
    changed.current = onChange;
  });
  useEffect(() => {
    if (place.current === null) return undefined;
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    const made = createEditor(root, { value: first.current, language, label, onChange: (text) => changed.current(text) });
    view.current = made;
    return () => made.destroy();
  }, [language, label]);
  const paths = missing?.paths;
  const say = useRef(missing?.say);
  useEffect(() => {
    say.current = missing?.say;
  });
  useEffect(() => {
    if (view.current === undefined) return;
    markProblems(view.current, fault, paths && { paths, say: (path) => say.current?.(path) ?? path });
  }, [fault, paths]);
  return <div ref={place} className="h-full min-h-0 overflow-hidden rounded-md border border-edge" />;
}
