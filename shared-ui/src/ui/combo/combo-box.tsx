import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox, Input } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { Header } from 'react-aria-components/Header';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Text } from 'react-aria-components/Text';
import styled from 'styled-components';
import { Icon } from '../art/art';
import { German } from '../german';
import {
  pickerBoxStyle,
  pickerButtonStyle,
  PickerError,
  pickerFrameStyle,
  PickerHint,
  PickerLabel,
  PickerPopover,
} from '../picker.styles';
import { media, textStyles, tokens } from '../theme/tokens';

/** Suggestion in the list of a ComboBox, with an optional second line. */
export interface ComboItem {
  readonly id: string;
  readonly label: string;
  /** Second line of the suggestion. */
  readonly text?: string;
}

/** Group of suggestions with an optional title. */
export interface ComboSection {
  readonly id: string;
  readonly title?: string;
  readonly items: readonly ComboItem[];
}

interface ComboBoxProps {
  readonly label: string;
  /** Suggestions that match the typed text. The caller filters them; the component shows all of them. */
  readonly sections: readonly ComboSection[];
  readonly inputValue: string;
  readonly onInputChange: (value: string) => void;
  readonly onSelect: (id: string) => void;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly error?: string;
  /** Text in the list if no suggestion matches. Without this text, an empty list stays closed. */
  readonly emptyText?: string;
}

const acceptAllItems = () => true;

/** Text field with suggestions: arrow keys move through the sections, Enter chooses, Escape closes only the list. */
export const ComboBox = ({
  label,
  sections,
  inputValue,
  onInputChange,
  onSelect,
  placeholder,
  hint,
  error,
  emptyText,
}: ComboBoxProps) => (
  <German>
    <ComboFrame
      inputValue={inputValue}
      onInputChange={onInputChange}
      selectedKey={null}
      onSelectionChange={(key) => key !== null && onSelect(String(key))}
      defaultFilter={acceptAllItems}
      allowsCustomValue
      allowsEmptyCollection={emptyText !== undefined}
      menuTrigger="focus"
      isInvalid={error !== undefined}
    >
      <PickerLabel>{label}</PickerLabel>
      <InputGroup>
        <ComboInput placeholder={placeholder} />
        <OpenButton>
          <Icon source={ChevronDown} />
        </OpenButton>
      </InputGroup>
      {error === undefined && hint !== undefined && <PickerHint slot="description">{hint}</PickerHint>}
      <PickerError>{error}</PickerError>
      <SuggestionPopover>
        <ListBox renderEmptyState={() => <EmptyText>{emptyText}</EmptyText>}>
          {sections.map((section) => (
            <ListBoxSection key={section.id} id={section.id} aria-label={section.title ?? label}>
              {section.title !== undefined && <SectionTitle>{section.title}</SectionTitle>}
              {section.items.map((item) => (
                <SuggestionOption key={item.id} id={item.id} textValue={item.label}>
                  <Text slot="label">{item.label}</Text>
                  {item.text !== undefined && <SecondaryText slot="description">{item.text}</SecondaryText>}
                </SuggestionOption>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </SuggestionPopover>
    </ComboFrame>
  </German>
);

const ComboFrame = styled(AriaComboBox)`
  ${pickerFrameStyle}
`;

const InputGroup = styled(Group)`
  ${pickerBoxStyle}
`;

const ComboInput = styled(Input)`
  flex: 1;
  min-width: 0;
  height: 52px;
  padding: 0;
  border: 0;
  background: none;
  font-size: 1rem;
  line-height: 1.5rem;
  outline: none;
  &::placeholder {
    color: ${tokens.color.ink3};
    opacity: 1;
  }
`;

const OpenButton = styled(Button)`
  ${pickerButtonStyle}
`;

const SuggestionPopover = styled(PickerPopover)`
  width: var(--trigger-width);
  padding: 8px;
`;

const SectionTitle = styled(Header)`
  ${textStyles.caption}
  padding: 8px 12px 4px;
  font-weight: 600;
  color: ${tokens.color.ink2};
`;

const SuggestionOption = styled(ListBoxItem)`
  display: grid;
  align-content: center;
  min-height: 44px;
  padding: 6px 12px;
  border-radius: 12px;
  cursor: pointer;
  outline: none;
  &[data-focused] {
    background: ${tokens.color.plumTint};
    color: ${tokens.color.onPlumTint};
  }
  ${media.forced} {
    &[data-focused] {
      outline: 2px solid Highlight;
    }
  }
`;

const SecondaryText = styled(Text)`
  ${textStyles.caption}
  color: ${tokens.color.ink2};
  [data-focused] > & {
    color: inherit;
  }
`;

const EmptyText = styled.p`
  ${textStyles.small}
  padding: 10px 12px;
  color: ${tokens.color.ink2};
`;
