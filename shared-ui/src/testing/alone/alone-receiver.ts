import { createListeners } from '../../platform/events/listeners';
import type { AlertRequest, SnackbarMessage } from '../../platform/shell/shell-contract';

/** Snackbars, alert and log that are shown on a page that runs one remote without the shell. */
interface ReceivedMessages {
  readonly snackbars: readonly (SnackbarMessage & { readonly id: number })[];
  readonly alert: AlertRequest | null;
  /** Actions of the screen that were recorded, newest first. */
  readonly log: readonly string[];
}

/**
 * Receiver of the messages that a screen sends to its shell. It belongs to the page that runs one remote without the
 * real shell.
 */
export interface AloneReceiver {
  view(): ReceivedMessages;
  subscribe(listener: () => void): () => void;
  logLine(logText: string): void;
  snackbar(message: SnackbarMessage): void;
  closeSnackbar(id: number): void;
  alert(request: AlertRequest): Promise<string | null>;
  answerAlert(id: string | null): void;
}

const MAX_LOG_LINES = 30;

/** Creates the receiver of messages for one page. At most one alert is open: a new alert dismisses the previous one. */
export const createAloneReceiver = (): AloneReceiver => {
  let view: ReceivedMessages = { snackbars: [], alert: null, log: [] };
  let nextSnackbarId = 0;
  let resolveOpenAlert: (id: string | null) => void = () => undefined;
  const listeners = createListeners();

  const updateReceiverView = (viewChanges: Partial<ReceivedMessages>): void => {
    view = { ...view, ...viewChanges };
    listeners.emit();
  };
  const logLine = (line: string): void => updateReceiverView({ log: [line, ...view.log].slice(0, MAX_LOG_LINES) });
  const answerAlert = (id: string | null): void => {
    resolveOpenAlert(id);
    updateReceiverView({ alert: null });
  };

  return {
    view: () => view,
    subscribe: listeners.add,
    logLine,
    snackbar(message) {
      nextSnackbarId += 1;
      updateReceiverView({ snackbars: [...view.snackbars, { ...message, id: nextSnackbarId }] });
      logLine(`snackbar: ${message.text}`);
    },
    closeSnackbar: (id) =>
      updateReceiverView({ snackbars: view.snackbars.filter((snackbarMessage) => snackbarMessage.id !== id) }),
    alert(request) {
      resolveOpenAlert(null);
      logLine(`alert: ${request.title}`);
      updateReceiverView({ alert: request });
      return new Promise((resolve) => {
        resolveOpenAlert = resolve;
      });
    },
    answerAlert,
  };
};
