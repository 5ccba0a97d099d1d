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
const isTargetOutsideSearch = (eventTarget: EventTarget | null): boolean =>
  eventTarget instanceof Element && eventTarget.closest('[data-search]') === null;

/**
 * Holds the text of the search field. A search word that the user has chosen stays in the field while it filters the
 * list.
 */
const useTypedText = () => {
  const { texts } = useFilters();
  const [appliedSearchText, setSearchWord] = useState(texts.at(-1) ?? '');
  const [typedText, setTypedText] = useState(appliedSearchText);
  // When the search word is removed from the filters elsewhere, the field becomes empty, too.
  const isWordRemoved = typedText === appliedSearchText && !texts.includes(appliedSearchText);
  return { typed: isWordRemoved ? '' : typedText, setTyped: setTypedText, setWord: setSearchWord };
};

const useOutsideSearchEvents = (
  isPanelOpen: boolean,
  { onLeave, onResize }: { readonly onLeave: () => void; readonly onResize: () => void },
): void => {
  useEffect(() => {
    if (!isPanelOpen) return undefined;
    const onPointerDown = ({ target }: PointerEvent): void => {
      if (isTargetOutsideSearch(target)) onLeave();
    };
    document.addEventListener('pointerdown', onPointerDown);
    window.addEventListener('resize', onResize);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      window.removeEventListener('resize', onResize);
    };
  }, [isPanelOpen, onLeave, onResize]);
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
  const setSearchText = (text: string): void => {
    setTyped(text);
    // Emptying the field removes the text filters at once (S1§5, D05).
    if (searchScope === 'all' && text.trim() === '') clearTexts();
  };
  useOutsideSearchEvents(panelBox !== null, { onLeave: closePanel, onResize: openPanel });
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
      setSearchText(text);
      openPanel();
    },
    empty: (): void => setSearchText(''),
    /** Closes the panel after the user chose an entry. A word that filters the list stays in the field. */
    finish: (searchWord: string | null): void => {
      setTyped(searchWord ?? '');
      setWord(searchWord ?? '');
      setSearchScope('all');
      setPanelBox(null);
    },
    leave: (nextTarget: EventTarget | null): void => {
      if (isTargetOutsideSearch(nextTarget)) closePanel();
    },
  };
};
