import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { liquid } from '@codemirror/lang-liquid';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { findMissing } from './missing.ts';

export type CodeLanguage = 'html' | 'text' | 'json';

/** Where something is wrong, by its line from 1. */
export interface CodeFault {
  readonly line: number;
  readonly detail: string;
}

/** A path that a template uses and the model lacks, and the message about it. */
export interface Missing {
  readonly paths: readonly string[];
  say(path: string): string;
}

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--info)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--warn)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--good)' },
  { tag: [tags.keyword, tags.brace, tags.special(tags.brace), tags.variableName, tags.operator], color: 'var(--accent)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--info)' },
  { tag: tags.comment, color: 'var(--faint)' },
]);

const looks = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--faint)', backgroundColor: 'var(--paper)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--chosen) 45%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#f5d9bf, #5a3714)',
  },
  '.cm-lintRange-warning': { backgroundImage: 'none', borderBottom: '2px dotted var(--warn)' },
  '.cm-panels, .cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--raised)', borderColor: 'var(--line)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { color: 'var(--ink)', backgroundColor: 'var(--chosen)' },
  '.cm-panel input, .cm-panel button': {
    color: 'var(--ink)',
    background: 'var(--paper)',
    border: '1px solid var(--edge)',
    borderRadius: '4px',
  },
});

const languageOf = (language: CodeLanguage) => (language === 'html' ? [liquid({ base: html() })] : language === 'json' ? [json()] : []);

interface EditorOptions {
  readonly value: string;
  readonly language: CodeLanguage;
  readonly label: string;
  onChange(value: string): void;
}

/** Creates a code editor. It is in a shadow root, where its styles are constructed sheets, which the page's policy allows. */
export function createEditor(root: ShadowRoot, { value, language, label, onChange }: EditorOptions): EditorView {
  const state = EditorState.create({
    doc: value,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      syntaxHighlighting(colours),
      languageOf(language),
      looks,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of(({ docChanged, state: after }) => void (docChanged && onChange(after.doc.toString()))),
      // Tab keeps its usual meaning: it moves the focus.
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap]),
    ],
  });
  return new EditorView({ state, parent: root, root });
}

/** Marks faults, and paths that the model lacks. */
export function markProblems(view: EditorView, fault: CodeFault | undefined, missing: Missing | undefined): void {
  const { doc } = view.state;
  const { from, to } = doc.line(Math.min(Math.max(fault?.line ?? 1, 1), doc.lines));
  const faults = fault === undefined ? [] : [{ from, to, severity: 'error' as const, message: fault.detail }];
  const found = missing === undefined || missing.paths.length === 0 ? [] : findMissing(doc.toString(), missing.paths);
  const absent = found.map(({ path, ...place }) => ({ ...place, severity: 'warning' as const, message: missing?.say(path) ?? path }));
  view.dispatch(setDiagnostics(view.state, [...faults, ...absent]));
}
