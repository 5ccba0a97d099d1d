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
const isOutsideSearch = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-search]') === null;

/** Holds the text of the search field. A chosen search word stays in the field while it filters the list. */
const useTypedText = () => {
  const { texts } = useFilters();
  const [searchWord, setSearchWord] = useState(texts.at(-1) ?? '');
  const [typedText, setTypedText] = useState(searchWord);
  // When the word is removed from the filters elsewhere, the field becomes empty, too.
  const isWordRemoved = typedText === searchWord && !texts.includes(searchWord);
  return { typed: isWordRemoved ? '' : typedText, setTyped: setTypedText, setWord: setSearchWord };
};

const useOutsideEvents = (
  isOpen: boolean,
  { onLeave, onResize }: { readonly onLeave: () => void; readonly onResize: () => void },
): void => {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPointerDown = ({ target }: PointerEvent): void => {
      if (isOutsideSearch(target)) onLeave();
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
  const anchorRef = useRef<HTMLDivElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const { typed, setTyped, setWord } = useTypedText();
  const [searchScope, setSearchScope] = useState<SearchScope>('all');
  const [panelBox, setPanelBox] = useState<FieldBox | null>(null);
  const openPanel = useCallback(() => setPanelBox(anchorRef.current?.getBoundingClientRect() ?? null), []);
  const closePanel = useCallback(() => {
    setPanelBox(null);
    setSearchScope('all');
    if (searchScope === 'place') setTyped('');
  }, [searchScope, setTyped]);
  const setText = (text: string): void => {
    setTyped(text);
    // Emptying the field removes the text filters at once (S1§5, D05).
    if (searchScope === 'all' && text.trim() === '') clearTexts();
  };
  useOutsideEvents(panelBox !== null, { onLeave: closePanel, onResize: openPanel });
  return {
    anchor: anchorRef,
    input: inputRef,
    typed,
    scope: searchScope,
    box: panelBox,
    open: openPanel,
    close: closePanel,
    /** Opens the panel for locations only; called by the location button. */
    openPlaces: (): void => {
      setSearchScope('place');
      setTyped('');
      openPanel();
    },
    type: (text: string): void => {
      setText(text);
      openPanel();
    },
    empty: (): void => setText(''),
    /** Closes the panel after the user chose an entry. A word that filters the list stays in the field. */
    finish: (searchWord: string | null): void => {
      setTyped(searchWord ?? '');
      setWord(searchWord ?? '');
      setSearchScope('all');
      setPanelBox(null);
    },
    leave: (nextTarget: EventTarget | null): void => {
      if (isOutsideSearch(nextTarget)) closePanel();
    },
  };
};
