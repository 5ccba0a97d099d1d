import type { DialogModule } from '../dialog-parts';
import type { Alerts } from '../dialogs/create-alerts';
import type { Question } from './demand-question';

export interface QuestionDeps {
  readonly alerts: Pick<Alerts, 'show'>;
  readonly dialogModule: Pick<DialogModule, 'load'>;
  readonly browser: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/** Shows a question until it is withdrawn; one answer at a time, and `onAnswered` after each. Returns a function that withdraws it. */
export const showQuestion = ({ alerts, dialogModule, browser }: QuestionDeps, { request, answer }: Question, onAnswered: () => void): (() => void) => {
  let isAnswering = false;
  const choose = async (choice: string | null): Promise<void> => {
    if (isAnswering) return;
    isAnswering = true;
    await answer(choice).finally(() => (isAnswering = false));
    onAnswered();
  };
  // The dialog itself may be what can't be had offline: it shows as soon as it is there.
  const load = (): void => void dialogModule.load();
  const withdraw = alerts.show(request, (choice) => void choose(choice));
  browser.addEventListener('online', load);
  load();
  return () => {
    browser.removeEventListener('online', load);
    withdraw();
  };
};
