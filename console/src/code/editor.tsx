import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { Part } from '../ui/part.tsx';
import type { CodeFault, CodeLanguage, Missing, markProblems } from './code-mirror.ts';

interface EditorProps {
  /** The initial value; another one resets the editor. */
  readonly value: string;
  readonly language: CodeLanguage;
  readonly label: string;
  readonly fault?: CodeFault | undefined;
  readonly missing?: Missing | undefined;
  onChange(value: string): void;
}

function CodeEditor({ value, language, label, fault, missing, onChange }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<unknown>();
  const [editor, setEditor] = useState<{ readonly view: EditorView; readonly mark: typeof markProblems }>();
  const changed = useRef(onChange);
  const first = useRef(value);
  useEffect(() => {
    changed.current = onChange;
  });
  useEffect(() => {
    let made: EditorView | undefined;
    let isGone = false;
    // As large as everything else together, so it is loaded only where somebody writes code.
    void import('./code-mirror.ts').then(({ createEditor, markProblems: mark }) => {
      if (isGone || place.current === null) return;
      const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
      const view = createEditor(root, { value: first.current, language, label, onChange: (text) => changed.current(text) });
      made = view;
      setEditor({ view, mark });
    }, setFailure);
    return () => {
      isGone = true;
      made?.destroy();
    };
  }, [language, label]);
  if (failure !== undefined) throw failure;
  const paths = missing?.paths;
  const say = useRef(missing?.say);
  useEffect(() => {
    say.current = missing?.say;
  });
  useEffect(() => {
    editor?.mark(editor.view, fault, paths && { paths, say: (path) => say.current?.(path) ?? path });
  }, [editor, fault, paths]);
  return <div ref={place} className="h-full min-h-0 overflow-hidden rounded-md border border-edge" />;
}

/** A code editor. */
export function Editor(props: EditorProps) {
  return (
    <Part>
      <CodeEditor {...props} />
    </Part>
  );
}
