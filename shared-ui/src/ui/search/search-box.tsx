import { ArrowLeft, ChevronDown, MapPin, Search, SlidersHorizontal, X } from 'lucide-react';
import type { ComponentPropsWithoutRef, ComponentPropsWithRef, RefObject } from 'react';
import { useRef } from 'react';
import { Icon } from '../art';
import { Count } from '../badge';
import { IconButton } from '../button';
import { uiText } from '../ui-text';
import { BackArea, FilterCount, FilterShape, FilterWord, InlinePlace, InlinePlaceName, SearchField, SearchInput, SearchSign } from './search-box.styles';

interface SearchBoxProps extends Omit<ComponentPropsWithoutRef<'input'>, 'onChange' | 'value' | 'type'> {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Gets the input itself, for whoever moves the focus there. */
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  /** The way out of an open search, on phones, where it covers the page. */
  readonly back?: { readonly label: string; readonly onClick: () => void };
  /** The place and what opens its choice, in the wide frame. */
  readonly place?: { readonly name: string; readonly label: string; readonly onClick: () => void };
}

/** Search field; a cross empties it. Stands in the TopBarSearch. */
export const SearchBox = ({ label, value, onValueChange, inputRef, back, place, ...rest }: SearchBoxProps) => {
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  const clear = () => {
    onValueChange('');
    // The cross goes with the text; the focus must not go with it.
    input.current?.focus();
  };
  return (
    <SearchField>
      {place !== undefined && (
        <InlinePlace type="button" aria-label={place.label} onClick={place.onClick}>
          <Icon of={MapPin} size={18} />
          <InlinePlaceName>{place.name}</InlinePlaceName>
          <Icon of={ChevronDown} size={16} />
        </InlinePlace>
      )}
      {back !== undefined && (
        <BackArea>
          <IconButton label={back.label} icon={ArrowLeft} onClick={back.onClick} />
        </BackArea>
      )}
      <SearchSign $isReplaced={back !== undefined}>
        <Icon of={Search} />
      </SearchSign>
      <SearchInput {...rest} ref={input} type="search" enterKeyHint="search" autoComplete="off" aria-label={label} value={value} onChange={(event) => onValueChange(event.target.value)} />
      {value !== '' && <IconButton label={uiText('ClearSearch')} icon={X} iconSize={18} onClick={clear} />}
    </SearchField>
  );
};

interface FilterButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled'> {
  /** „Filter“. */
  readonly label: string;
  /** How many are active; 0 shows no number. */
  readonly count: number;
  /** „aktiv“, behind the number, for assistive technology. */
  readonly countLabel: string;
}

/** Opens the filters and counts the active ones. */
export const FilterButton = ({ label, count, countLabel, ...rest }: FilterButtonProps) => (
  <FilterShape {...rest} type="button">
    <Icon of={SlidersHorizontal} />
    <FilterWord>{label}</FilterWord>
    {count > 0 && (
      <FilterCount>
        <Count value={count} label={countLabel} />
      </FilterCount>
    )}
  </FilterShape>
);
