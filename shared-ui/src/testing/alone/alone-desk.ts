import { createListeners } from '../../platform/events/listeners';
import type { AlertRequest, SnackbarMessage } from '../../platform/shell/shell-contract';

/** Snackbars, alert and log that the alone host shows. */
interface DeskView {
  readonly snackbars: readonly (SnackbarMessage & { readonly id: number })[];
  readonly alert: AlertRequest | null;
  /** Actions of the screen that were recorded, newest first. */
  readonly log: readonly string[];
}

/** Part of the alone host that receives the messages of a screen to its shell. */
export interface AloneDesk {
  view(): DeskView;
  subscribe(listener: () => void): () => void;
  note(line: string): void;
  snackbar(message: SnackbarMessage): void;
  closeSnackbar(id: number): void;
  alert(request: AlertRequest): Promise<string | null>;
  answerAlert(id: string | null): void;
}

const LOG_LINES = 30;

/** Creates the receiver of messages for one page. At most one alert is open: a new alert dismisses the previous one. */
export const createAloneDesk = (): AloneDesk => {
  let view: DeskView = { snackbars: [], alert: null, log: [] };
  let nextId = 0;
  let answer: (id: string | null) => void = () => undefined;
  const listeners = createListeners();

  const showView = (next: Partial<DeskView>): void => {
    view = { ...view, ...next };
    listeners.emit();
  };
  const note = (line: string): void => showView({ log: [line, ...view.log].slice(0, LOG_LINES) });
  const answerAlert = (id: string | null): void => {
    answer(id);
    showView({ alert: null });
  };

  return {
    view: () => view,
    subscribe: listeners.add,
    note,
    snackbar(message) {
      nextId += 1;
      showView({ snackbars: [...view.snackbars, { ...message, id: nextId }] });
      note(`snackbar: ${message.text}`);
    },
    closeSnackbar: (id) => showView({ snackbars: view.snackbars.filter((candidate) => candidate.id !== id) }),
    alert(request) {
      answer(null);
      note(`alert: ${request.title}`);
      showView({ alert: request });
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    answerAlert,
  };
};
