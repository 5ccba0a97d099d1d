import { useCallback, useEffect, useRef, useState } from 'react';
import { useFilterActions, useFilters } from '../filters';
import type { SearchScope } from './search-results';

/** Where the field is, in px of the window: its panel opens there. */
export interface FieldBox {
  readonly bottom: number;
  readonly left: number;
  readonly width: number;
}

// Field and panel are marked; a press or the focus anywhere else closes the panel.
const isOutside = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-search]') === null;

/** The field's text stands for the last word that filters the list, as long as it does. */
const useTyped = () => {
  const { texts } = useFilters();
  const [word, setWord] = useState(texts.at(-1) ?? '');
  const [typed, setTyped] = useState(word);
  // A word that was taken off elsewhere leaves the field, too.
  const isGone = typed === word && !texts.includes(word);
  return { typed: isGone ? '' : typed, setTyped, setWord };
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

/** The search field's state: what is typed, what is searched, whether and where its panel is open. */
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
    // S1§5: an empty query clears the filter, at once (D05).
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
    /** The place button leads here: the same field, for places alone. */
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
    /** After something was chosen; words that filter the list stay in the field. */
    finish: (word: string | null): void => {
      setTyped(word ?? '');
      setWord(word ?? '');
      setScope('all');
      setBox(null);
    },
    leave: (next: EventTarget | null): void => {
      if (isOutside(next)) close();
    },
  };
};
