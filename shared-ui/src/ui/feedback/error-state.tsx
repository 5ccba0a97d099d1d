import { CloudOff, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import type { IconSource } from '../art';
import { Button } from '../button';
import { uiText } from '../ui-text';
import { EmptyState } from './empty-state';

interface ErrorStateProps {
  readonly title: string;
  /** What to do about it. */
  readonly text?: string;
  /** Called by the button, and by itself when the browser is back online. */
  readonly onRetry: () => void;
  readonly isRetrying?: boolean;
  /** Default „Erneut versuchen“. */
  readonly retryLabel?: string;
  readonly icon?: IconSource;
  readonly level?: 1 | 2 | 3;
}

/** Something could not be had: the same frame with a line icon and a retry. */
export const ErrorState = ({ title, text, onRetry, isRetrying = false, retryLabel = uiText('Retry'), icon = CloudOff, level }: ErrorStateProps) => {
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <div role="alert">
      <EmptyState icon={icon} title={title} text={text} level={level}>
        <Button variant="second" icon={RefreshCw} isBusy={isRetrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      </EmptyState>
    </div>
  );
};
