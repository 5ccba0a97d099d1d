import type { Alerts } from '../dialogs/create-alerts';
import type { FocusRestorer } from '../screens/focus-keeper';

export interface AlertFocusDeps {
  readonly alerts: Pick<Alerts, 'get' | 'subscribe'>;
  readonly focus: Pick<FocusRestorer, 'restore'>;
}

/** Restores focus when an alert has closed: the screen that asked may have gone before it. Returns an unsubscribe function. */
export const restoreFocusAfterAlerts = ({ alerts, focus }: AlertFocusDeps): (() => void) =>
  alerts.subscribe(() => {
    if (alerts.get() === null) focus.restore();
  });
