import type { DialogParts } from '../dialog-parts';
import type { Alerts } from '../dialogs';
import type { DemandQuestion } from './demand-question';

/** What putting a question up takes. */
export interface StandingDeps {
  readonly alerts: Pick<Alerts, 'stand'>;
  readonly dialogParts: Pick<DialogParts, 'load'>;
  readonly browser: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/** Puts a question up until it is withdrawn; one answer at a time, and `onAnswered` after each. Answers the way to withdraw it. */
export const standQuestion = ({ alerts, dialogParts, browser }: StandingDeps, { request, answer }: DemandQuestion, onAnswered: () => void): (() => void) => {
  let isAnswering = false;
  const choose = async (choice: string | null): Promise<void> => {
    if (isAnswering) return;
    isAnswering = true;
    await answer(choice).finally(() => (isAnswering = false));
    onAnswered();
  };
  // The dialog itself may be what can't be had offline: it shows as soon as it is there.
  const load = (): void => void dialogParts.load();
  const withdraw = alerts.stand(request, (choice) => void choose(choice));
  browser.addEventListener('online', load);
  load();
  return () => {
    browser.removeEventListener('online', load);
    withdraw();
  };
};
