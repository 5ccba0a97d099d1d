import { createListeners } from '../../platform/events/listeners';
import type { AlertRequest, SnackbarMessage } from '../../platform/shell/shell-contract';

/** Snackbars, alert and log that the alone host shows. */
interface ReceiverView {
  readonly snackbars: readonly (SnackbarMessage & { readonly id: number })[];
  readonly alert: AlertRequest | null;
  /** Actions of the screen that were recorded, newest first. */
  readonly log: readonly string[];
}

/** Part of the alone host that receives the messages of a screen to its shell. */
export interface AloneReceiver {
  view(): ReceiverView;
  subscribe(listener: () => void): () => void;
  logLine(line: string): void;
  snackbar(message: SnackbarMessage): void;
  closeSnackbar(id: number): void;
  alert(request: AlertRequest): Promise<string | null>;
  answerAlert(id: string | null): void;
}

const MAX_LOG_LINES = 30;

/** Creates the receiver of messages for one page. At most one alert is open: a new alert dismisses the previous one. */
export const createAloneReceiver = (): AloneReceiver => {
  let view: ReceiverView = { snackbars: [], alert: null, log: [] };
  let nextId = 0;
  let resolveAlert: (id: string | null) => void = () => undefined;
  const listeners = createListeners();

  const updateView = (changes: Partial<ReceiverView>): void => {
    view = { ...view, ...changes };
    listeners.emit();
  };
  const logLine = (line: string): void => updateView({ log: [line, ...view.log].slice(0, MAX_LOG_LINES) });
  const answerAlert = (id: string | null): void => {
    resolveAlert(id);
    updateView({ alert: null });
  };

  return {
    view: () => view,
    subscribe: listeners.add,
    logLine,
    snackbar(message) {
      nextId += 1;
      updateView({ snackbars: [...view.snackbars, { ...message, id: nextId }] });
      logLine(`snackbar: ${message.text}`);
    },
    closeSnackbar: (id) => updateView({ snackbars: view.snackbars.filter((candidate) => candidate.id !== id) }),
    alert(request) {
      resolveAlert(null);
      logLine(`alert: ${request.title}`);
      updateView({ alert: request });
      return new Promise((resolve) => {
        resolveAlert = resolve;
      });
    },
    answerAlert,
  };
};
