import type { Alerts } from '../dialogs';
import type { FocusKeeper } from '../screens';

/** What is looked at. */
export interface FocusHomeDeps {
  readonly alerts: Pick<Alerts, 'get' | 'subscribe'>;
  readonly focus: Pick<FocusKeeper, 'giveBack'>;
}

/** The screen that an alert was asked from may go before it: then nothing is left to give the focus back to. Answers the way to stop. */
export const bringFocusHome = ({ alerts, focus }: FocusHomeDeps): (() => void) =>
  alerts.subscribe(() => {
    if (alerts.get() === null) focus.giveBack();
  });
