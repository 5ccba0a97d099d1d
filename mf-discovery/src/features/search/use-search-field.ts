import { useCallback, useEffect, useRef, useState } from 'react';
import { useFilterActions, useFilters } from '../filters';
import type { SearchScope } from './search-results';

/** Position of the field in px of the window: the panel opens there. */
export interface FieldBox {
  readonly bottom: number;
  readonly left: number;
  readonly width: number;
}

// Field and panel carry the attribute; a press or the focus elsewhere closes the panel.
const isOutside = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-search]') === null;

/** Holds the text of the field, which represents the last word that filters the list. */
const useTyped = () => {
  const { texts } = useFilters();
  const [searchWord, setWord] = useState(texts.at(-1) ?? '');
  const [typedText, setTyped] = useState(searchWord);
  // A word that was removed elsewhere disappears from the field, too.
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

/** Returns the state of the search field: typed text, search scope, and whether and where the panel is open. */
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
    // An empty text clears the filter at once (S1§5, D05).
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
    /** Opens the field for locations alone; called by the location button. */
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
    /** Closes the panel after a choice; words that filter the list stay in the field. */
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
