import { ChevronDown, MapPin, Menu, Search, SlidersHorizontal, Smartphone, X } from 'lucide-react';
import type { ComponentPropsWithoutRef, ComponentPropsWithRef } from 'react';
import { useRef } from 'react';
import { Icon, Mark } from '../art';
import { Count } from '../badge';
import { IconButton } from '../button';
import { VisuallyHidden } from '../hidden';
import { uiText } from '../ui-text';
import { AppLink, AppLong, AppShort, BrandLink, BrandWord, FilterCount, FilterShape, FilterWord, InlinePlace, MenuArea, PlaceButton, PlaceCaption, PlaceName, SearchField, SearchInput } from './top-bar.styles';

interface TopBarMenuProps {
  readonly label: string;
  readonly isOpen?: boolean;
  readonly onClick: () => void;
}

/** Opens the drawer. */
export const TopBarMenu = ({ label, isOpen = false, onClick }: TopBarMenuProps) => (
  <MenuArea>
    <IconButton label={label} icon={Menu} iconSize={24} aria-haspopup="dialog" aria-expanded={isOpen} onClick={onClick} />
  </MenuArea>
);

interface TopBarBrandProps extends Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
  /** „Mahlzeit“. */
  readonly word: string;
  /** Where it leads, for assistive technology; begins with the word. */
  readonly label: string;
}

/** Mark and, in the wide frame, word: the way home. */
export const TopBarBrand = ({ word, label, ...rest }: TopBarBrandProps) => (
  <BrandLink {...rest} aria-label={label}>
    <Mark />
    <BrandWord>{word}</BrandWord>
  </BrandLink>
);

interface TopBarPlaceProps {
  /** „Mittag rund um“. */
  readonly caption: string;
  readonly place: string;
  readonly onClick: () => void;
}

/** Where the list is centred, in the narrow frame. */
export const TopBarPlace = ({ caption, place, onClick }: TopBarPlaceProps) => (
  <PlaceButton type="button" onClick={onClick}>
    <PlaceCaption>{caption} </PlaceCaption>
    <PlaceName>
      {place}
      <Icon of={ChevronDown} size={18} />
    </PlaceName>
  </PlaceButton>
);

interface SearchBoxProps extends Omit<ComponentPropsWithoutRef<'input'>, 'onChange' | 'value' | 'type'> {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** The place and what opens its choice, in the wide frame. */
  readonly place?: { readonly name: string; readonly label: string; readonly onClick: () => void };
}

/** Search field; a cross empties it. Stands in the TopBarSearch. */
export const SearchBox = ({ label, value, onValueChange, place, ...rest }: SearchBoxProps) => {
  const input = useRef<HTMLInputElement>(null);
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
          {place.name}
          <Icon of={ChevronDown} size={16} />
        </InlinePlace>
      )}
      <Icon of={Search} />
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

interface TopBarAppProps extends Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
  /** „App“. */
  readonly shortLabel: string;
  /** „App laden“. */
  readonly longLabel: string;
}

/** Leads to the app: icon, short or long label as the frame has room. */
export const TopBarApp = ({ shortLabel, longLabel, ...rest }: TopBarAppProps) => (
  <AppLink {...rest}>
    <Icon of={Smartphone} size={18} />
    <VisuallyHidden>{longLabel}</VisuallyHidden>
    <AppShort aria-hidden="true">{shortLabel}</AppShort>
    <AppLong aria-hidden="true">{longLabel}</AppLong>
  </AppLink>
);
