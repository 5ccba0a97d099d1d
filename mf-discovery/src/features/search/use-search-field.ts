import { useCallback, useEffect, useRef, useState } from 'react';
import { useFilterActions, useFilters } from '../filters';
import type { SearchScope } from './search-results';

/** Position of the search field in px of the viewport; the panel opens below it. */
export interface FieldBox {
  readonly bottom: number;
  readonly left: number;
  readonly width: number;
}

// The search field and the panel have the attribute `data-search`. A press or the focus outside of both closes the
// panel.
const isOutside = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-search]') === null;

/** Holds the text of the search field. A chosen search word stays in the field while it filters the list. */
const useTyped = () => {
  const { texts } = useFilters();
  const [searchWord, setWord] = useState(texts.at(-1) ?? '');
  const [typedText, setTyped] = useState(searchWord);
  // When the word is removed from the filters elsewhere, the field becomes empty, too.
  const isGone = typedText === searchWord && !texts.includes(searchWord);
  return { typed: isGone ? '' : typedText, setTyped, setWord };
};

const useOutside = (
  isOpen: boolean,
  { onLeave, onResize }: { readonly onLeave: () => void; readonly onResize: () => void },
): void => {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPointerDown = ({ target }: PointerEvent): void => {
      if (isOutside(target)) onLeave();
    };
    document.addEventListener('pointerdown', onPointerDown);
    window.addEventListener('resize', onResize);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      window.removeEventListener('resize', onResize);
    };
  }, [isOpen, onLeave, onResize]);
};

/**
 * Returns the state of the search field: the typed text, the search scope, and the position of the open panel (`box`,
 * null when closed).
 */
export const useSearchField = () => {
  const { clearTexts } = useFilterActions();
  const anchor = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { typed, setTyped, setWord } = useTyped();
  const [scope, setScope] = useState<SearchScope>('all');
  const [box, setBox] = useState<FieldBox | null>(null);
  const open = useCallback(() => setBox(anchor.current?.getBoundingClientRect() ?? null), []);
  const close = useCallback(() => {
    setBox(null);
    setScope('all');
    if (scope === 'place') setTyped('');
  }, [scope, setTyped]);
  const set = (text: string): void => {
    setTyped(text);
    // Emptying the field removes the text filters at once (S1§5, D05).
    if (scope === 'all' && text.trim() === '') clearTexts();
  };
  useOutside(box !== null, { onLeave: close, onResize: open });
  return {
    anchor,
    input,
    typed,
    scope,
    box,
    open,
    close,
    /** Opens the panel for locations only; called by the location button. */
    openPlaces: (): void => {
      setScope('place');
      setTyped('');
      open();
    },
    type: (text: string): void => {
      set(text);
      open();
    },
    empty: (): void => set(''),
    /** Closes the panel after the user chose an entry. A word that filters the list stays in the field. */
    finish: (searchWord: string | null): void => {
      setTyped(searchWord ?? '');
      setWord(searchWord ?? '');
      setScope('all');
      setBox(null);
    },
    leave: (next: EventTarget | null): void => {
      if (isOutside(next)) close();
    },
  };
};
