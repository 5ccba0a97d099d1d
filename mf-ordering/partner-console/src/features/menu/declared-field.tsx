import { Caption, forcedColorsBorder, Icon, media, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Chip } from '@mahlzeit/shared-ui/ui/restaurant';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import { toggleValue } from './menu-rules';

interface DeclaredFieldProps {
  readonly label: string;
  /** Text that explains how guests use the declared values. */
  readonly hint: string;
  /** Standard values (for example allergens) from which staff choose. Other values of the dish can be chosen, too. */
  readonly knownValues: readonly string[];
  readonly values: readonly string[];
  readonly nameOf?: (value: string) => string;
  readonly onChoose: (values: readonly string[]) => void;
  /** Whether the list of all values is open at first. */
  readonly isInitiallyOpen?: boolean;
}

const identityName = (value: string): string => value;

/**
 * Field for one kind of declaration of a dish (allergens, additives, diets). It shows a summary, which opens a list of
 * all values.
 */
export const DeclaredField = ({
  label,
  hint,
  knownValues,
  values,
  nameOf = identityName,
  onChoose,
  isInitiallyOpen = false,
}: DeclaredFieldProps) => {
  const t = useTexts();
  const id = useId();
  const [areChipsShown, setAreChipsShown] = useState(isInitiallyOpen);
  // Values that aren't in the standard list stay visible while the form is open, so that staff can add a removed value
  // again.
  const [unknownValues] = useState(() => values.filter((value) => !knownValues.includes(value)));
  return (
    <div>
      <SummaryButton
        type="button"
        aria-expanded={areChipsShown}
        aria-controls={id}
        onClick={() => setAreChipsShown((wasOpen) => !wasOpen)}
      >
        <SummaryLabels>
          <span>{label}</span>
          <Caption as="span" $tone="quiet">
            {values.length === 0 ? t('NotDeclared') : values.map(nameOf).join(', ')}
          </Caption>
        </SummaryLabels>
        <ToggleIcon $isOpen={areChipsShown}>
          <Icon source={ChevronDown} size={20} />
        </ToggleIcon>
      </SummaryButton>
      <div id={id} hidden={!areChipsShown}>
        <ChipRow role="group" aria-label={label}>
          {[...knownValues, ...unknownValues].map((value) => (
            <Chip
              key={value}
              isPressed={values.includes(value)}
              onClick={() => onChoose(toggleValue(values, value, knownValues))}
            >
              {nameOf(value)}
            </Chip>
          ))}
        </ChipRow>
        <Caption $tone="quiet">{hint}</Caption>
      </div>
    </div>
  );
};

const SummaryButton = styled.button`
  display: flex;
  align-items: center;
  gap: 12px;
  width: 100%;
  min-height: 56px;
  padding: 8px 12px 8px 14px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.line};
  text-align: left;
  ${forcedColorsBorder}
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
`;

const SummaryLabels = styled.span`
  ${textStyles.label}
  display: grid;
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
  > :last-child {
    font-weight: 400;
  }
`;

const ToggleIcon = styled.span<{ readonly $isOpen: boolean }>`
  display: grid;
  flex: none;
  color: ${tokens.color.ink2};
  transition: transform ${tokens.duration.tap} ${tokens.curve.in};
  transform: ${({ $isOpen }) => ($isOpen ? 'rotate(180deg)' : 'none')};
`;

const ChipRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  padding: 12px 0 8px;
  > button {
    max-width: 100%;
    white-space: normal;
    overflow-wrap: anywhere;
  }
`;
