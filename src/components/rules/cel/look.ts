/** Styles the editor like every other input, in light and dark. */
import { EditorView } from '@codemirror/view';

export const LOOK = EditorView.theme({
  '&': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: '12px',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '&:has([aria-invalid=true])': { borderColor: 'var(--danger)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', lineHeight: '20px', maxHeight: '24rem' },
  '.cm-content': { minHeight: '7rem', padding: '6px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 10px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: 'none' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--danger-soft)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--danger) 1px', textUnderlineOffset: '4px' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    overflow: 'hidden',
    zIndex: '50',
  },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'ui-sans-serif, system-ui, sans-serif', maxWidth: '28rem' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', fontSize: '12px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', display: 'flex', justifyContent: 'space-between', gap: '1.5rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600', color: 'var(--accent)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--ink-faint)', fontFamily: 'ui-sans-serif, system-ui, sans-serif' },
});

export const ONE_LINE_LOOK = EditorView.theme({
  '.cm-content': { minHeight: '0', padding: '5px 0' },
  '.cm-scroller': { overflowX: 'auto', scrollbarWidth: 'none' },
});
