import { CircleAlert, WifiOff } from 'lucide-react';
import styled from 'styled-components';
import { Icon } from '../art/art';
import { Button } from '../button';
import { textStyles, tokens } from '../theme/tokens';

interface StaleLineProps {
  /** Text that says why the console's data is old, and since when; null while the data is current. */
  readonly text: string | null;
  /** True if there is no connection; false if the server has refused to answer. */
  readonly isOffline: boolean;
  readonly retryLabel: string;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Line below the header of a console whose data couldn't be loaded again. */
export const StaleLine = ({ text, isOffline, retryLabel, isRetrying, onRetry }: StaleLineProps) => (
  <StaleFrame role="status">
    {text !== null && (
      <>
        <Icon source={isOffline ? WifiOff : CircleAlert} size={18} />
        <span>{text}</span>
        <Button variant="quiet" size="small" isBusy={isRetrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      </>
    )}
  </StaleFrame>
);

const StaleFrame = styled.div`
  ${textStyles.small}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 10px;
  background: ${tokens.color.warnTint};
  color: ${tokens.color.onWarnTint};
  &:not(:empty) {
    padding: 8px 20px;
  }
  /* Beside the icon, never below it. */
  > span {
    max-width: calc(100% - 28px);
  }
`;
