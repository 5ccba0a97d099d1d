import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import { Avatar } from '../avatar';
import { media, textStyles, tokens } from '../theme/tokens';

/** Person that the user has selected. */
export interface ChosenPerson {
  readonly key: string;
  readonly name: string;
  readonly pictureUrl?: string | null;
}

interface PersonChipsProps {
  /** Name of the list for assistive technology: „Gewählt“. */
  readonly label: string;
  readonly people: readonly ChosenPerson[];
  /** Returns the name of a chip's action: „Mehmet Aydın entfernen“. */
  readonly removeLabel: (name: string) => string;
  readonly onRemove: (key: string) => void;
  /** Opens the actions on a person. The chip then has two buttons: one with the person's name, and the cross. */
  readonly onOpen?: (key: string) => void;
  /** Text of the chip that stands for the hidden people: „und 4 weitere“. */
  readonly moreLabel: (count: number) => string;
  /** Button after the people that adds a person. */
  readonly addButton?: { readonly label: string; readonly onClick: () => void };
}

const MAX_COLLAPSED_PEOPLE = 5;

const firstWordOf = (name: string): string => name.trim().split(/\s+/u)[0] ?? name;

interface PersonChipProps extends Pick<PersonChipsProps, 'removeLabel' | 'onRemove' | 'onOpen'> {
  readonly person: ChosenPerson;
}

const PersonChip = ({ person: { key, name, pictureUrl }, removeLabel, onRemove, onOpen }: PersonChipProps) => {
  const portrait = (
    <>
      <Avatar name={name} pictureUrl={pictureUrl ?? null} size="small" />
      <PersonName>{firstWordOf(name)}</PersonName>
    </>
  );
  const removeIcon = <Icon source={X} size={16} />;
  if (onOpen === undefined)
    return (
      <RemovableChip type="button" aria-label={removeLabel(name)} onClick={() => onRemove(key)}>
        {portrait}
        {removeIcon}
      </RemovableChip>
    );
  return (
    <DividedChip>
      <OpenButton type="button" aria-label={name} aria-haspopup="dialog" onClick={() => onOpen(key)}>
        {portrait}
      </OpenButton>
      <RemoveButton type="button" aria-label={removeLabel(name)} onClick={() => onRemove(key)}>
        {removeIcon}
      </RemoveButton>
    </DividedChip>
  );
};

/**
 * Selected people as chips. A press on a chip removes the person; if `onOpen` is set, only a press on its cross does.
 * When there are more than six people, those after the fifth are hidden until the user presses „und … weitere“.
 */
export const PersonChips = ({ label, people, moreLabel, addButton, ...chipProps }: PersonChipsProps) => {
  const [isExpanded, setIsExpanded] = useState(false);
  // One person alone isn't hidden, because the chip that stands for hidden people would take the same space.
  const hasMorePeople = !isExpanded && people.length > MAX_COLLAPSED_PEOPLE + 1;
  const visiblePeople = hasMorePeople ? people.slice(0, MAX_COLLAPSED_PEOPLE) : people;
  return (
    <ChipList aria-label={label}>
      {visiblePeople.map((person) => (
        <li key={person.key}>
          <PersonChip person={person} {...chipProps} />
        </li>
      ))}
      {hasMorePeople && (
        <li>
          <MoreButton type="button" onClick={() => setIsExpanded(true)}>
            {moreLabel(people.length - MAX_COLLAPSED_PEOPLE)}
          </MoreButton>
        </li>
      )}
      {addButton !== undefined && (
        <li>
          <MoreButton type="button" onClick={addButton.onClick}>
            <Icon source={Plus} size={18} />
            {addButton.label}
          </MoreButton>
        </li>
      )}
    </ChipList>
  );
};

const ChipList = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  // Two rows of chips are visible; further ones scroll (S1§9). The margin leaves space for the focus ring.
  max-height: 100px;
  margin: -2px;
  padding: 2px;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const chipFace = css`
  ${textStyles.label}
  display: inline-flex;
  align-items: center;
  max-width: 100%;
  min-height: 44px;
  border-radius: ${tokens.radius.full};
  background: ${tokens.color.plumTint};
  color: ${tokens.color.onPlumTint};
  ${media.hover} {
    &:hover {
      box-shadow: inset 0 0 0 1.5px ${tokens.color.plumLine};
    }
  }
  ${media.forced} {
    border: 1px solid ButtonText;
  }
`;

const RemovableChip = styled.button`
  ${chipFace}
  gap: 8px;
  padding: 6px 14px 6px 6px;
`;

const DividedChip = styled.span`
  ${chipFace}
`;

const OpenButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  min-height: 44px;
  padding: 6px 0 6px 6px;
  border-radius: ${tokens.radius.full};
`;

const RemoveButton = styled.button`
  display: grid;
  flex: none;
  place-items: center;
  width: 44px;
  min-height: 44px;
  border-radius: ${tokens.radius.full};
`;

const PersonName = styled.span`
  min-width: 0;
  text-align: start;
  overflow-wrap: anywhere;
`;

const MoreButton = styled.button`
  ${textStyles.label}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  padding: 6px 14px;
  border-radius: ${tokens.radius.full};
  background: ${tokens.color.surface};
  color: ${tokens.color.plumText};
  box-shadow: inset 0 0 0 1px ${tokens.color.line};
  ${media.forced} {
    border: 1px solid ButtonText;
  }
`;
