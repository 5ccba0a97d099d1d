import styled from 'styled-components';
import { PauseSign } from '../button/button-styles';
import { textStyles, tokens } from '../theme';
import { uiText } from '../ui-text';

interface BusySignProps {
  /** What is under way; default „Lädt“. */
  readonly label?: string;
}

/** Tracked work is under way: shown over everything, blocks nothing. */
export const BusySign = ({ label = uiText('Busy') }: BusySignProps) => (
  <Place role="status" data-react-aria-top-layer="true">
    <Pill>
      <PauseSign />
      {label}
    </Pill>
  </Place>
);

const Place = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${tokens.layer.busy};
  display: grid;
  place-items: center;
  pointer-events: none;
`;

const Pill = styled.span`
  ${textStyles.label}
  display: inline-flex;
  align-items: center;
  gap: 12px;
  padding: 14px 22px;
  border-radius: ${tokens.radius.full};
  background: ${tokens.color.inverse};
  color: ${tokens.color.onInverse};
  box-shadow: ${tokens.color.e3};
`;
