import { createObservable, useObservable } from '@mahlzeit/shared-ui/platform';
import type { AlertRequest, Observable, ShellApi } from '@mahlzeit/shared-ui/platform';
import { Stack, TextLink } from '@mahlzeit/shared-ui/ui';
import type { DialogModule } from '../loading/lazy-module';
import { text } from '../texts/shell-texts';

/** Alert of the shell itself, which may contain a link. */
export interface ShellAlert extends AlertRequest {
  readonly link?: { readonly label: string; readonly href: string };
}

/** Alert in the queue of alerts, with its id. */
interface PendingAlert {
  readonly id: number;
  readonly request: ShellAlert;
  /** Number of times that the alert was brought to the front; each time mounts its dialog again. */
  readonly raiseCount: number;
}

/** Queue of alerts, of which the first one is visible; null if there is no alert. */
export interface Alerts extends Observable<PendingAlert | null> {
  /**
   * Queues an alert. Resolves with the id of the chosen action, or null when the alert is dismissed. If the queue
   * already has an alert with the same `about`, both calls share one alert.
   */
  ask(request: ShellAlert): Promise<string | null>;
  /**
   * Shows an alert that stays after a choice; `onChoose` receives each choice. Returns a function that removes the
   * alert.
   */
  show(request: ShellAlert, onChoose: (choice: string | null) => void): () => void;
  /** Reports the user's choice for the alert of this id, if it is visible. */
  answer(id: number, choice: string | null): void;
  /** Mounts the visible alert again, so that it is in front of a screen that has opened above it. */
  raise(): void;
  /** Dismisses all alerts, after the user whom they concern has logged out. */
  clear(): void;
}

interface QueuedAlert extends PendingAlert {
  choose(choice: string | null): void;
  /** Called when the alert is dismissed by `clear`. */
  drop(): void;
}

const noop = (): void => undefined;

/** Returns the queued alert with the newer text. The user's answer is reported to both callers. */
const mergedAlert = (
  request: ShellAlert,
  queuedAlert: QueuedAlert,
  resolve: (choice: string | null) => void,
): QueuedAlert => ({
  ...queuedAlert,
  request,
  choose(choice) {
    queuedAlert.choose(choice);
    resolve(choice);
  },
  drop() {
    queuedAlert.drop();
    resolve(null);
  },
});

/** Creates a queue of alerts in the order of the calls. */
export const createAlerts = (): Alerts => {
  const visibleAlert = createObservable<QueuedAlert | null>(null);
  let alertQueue: readonly QueuedAlert[] = [];
  let lastAlertId = 0;

  const setQueue = (nextQueue: readonly QueuedAlert[]): void => {
    alertQueue = nextQueue;
    visibleAlert.set(alertQueue[0] ?? null);
  };
  const addAlert = (request: ShellAlert, callbacks: Pick<QueuedAlert, 'choose' | 'drop'>): QueuedAlert => {
    lastAlertId += 1;
    const queuedAlert = { id: lastAlertId, raiseCount: 0, request, ...callbacks };
    setQueue([...alertQueue, queuedAlert]);
    return queuedAlert;
  };
  const removeAlert = (removedAlertId: number): void => setQueue(alertQueue.filter(({ id }) => id !== removedAlertId));

  return {
    get: visibleAlert.get,
    subscribe: visibleAlert.subscribe,
    ask: (request) =>
      new Promise((resolve) => {
        const earlierAlert = alertQueue.find(
          ({ request: { about } }) => about !== undefined && about === request.about,
        );
        if (earlierAlert !== undefined)
          return setQueue(
            alertQueue.map((alert) => (alert === earlierAlert ? mergedAlert(request, earlierAlert, resolve) : alert)),
          );
        const choose = (choice: string | null): void => {
          removeAlert(queuedAlert.id);
          resolve(choice);
        };
        const queuedAlert = addAlert(request, { choose, drop: () => resolve(null) });
      }),
    show(request, onChoose) {
      const { id } = addAlert(request, { choose: onChoose, drop: noop });
      return () => removeAlert(id);
    },
    answer: (id, choice) => {
      const frontAlert = visibleAlert.get();
      if (frontAlert?.id === id) frontAlert.choose(choice);
    },
    raise: () => {
      const [frontAlert, ...otherAlerts] = alertQueue;
      if (frontAlert !== undefined)
        setQueue([{ ...frontAlert, raiseCount: frontAlert.raiseCount + 1 }, ...otherAlerts]);
    },
    clear: () => {
      const droppedAlerts = alertQueue;
      setQueue([]);
      for (const alert of droppedAlerts) alert.drop();
    },
  };
};

interface AskUserDeps {
  readonly alerts: Alerts;
  readonly dialogModule: DialogModule;
  readonly track: ShellApi['track'];
  readonly snackbar: ShellApi['snackbar'];
}

/**
 * Creates the function `shell.alert`. The dialog is loaded first; if that fails, the alert counts as dismissed, and a
 * snackbar shows an error.
 */
export const createAsk =
  ({ alerts, dialogModule, track, snackbar }: AskUserDeps): ShellApi['alert'] =>
  async (request: AlertRequest) => {
    const loadedDialog = await track(dialogModule.load());
    if (loadedDialog.ok) return alerts.ask(request);
    snackbar({ text: text('PartFailed'), tone: 'error' });
    return null;
  };

interface AlertHostProps {
  readonly alerts: Alerts;
  readonly dialogModule: DialogModule;
}

/** Renders the first alert of the queue, once the dialog's script is loaded. */
export const AlertHost = ({ alerts, dialogModule }: AlertHostProps) => {
  const pendingAlert = useObservable(alerts);
  const loadedDialogModule = useObservable(dialogModule);
  if (pendingAlert === null || loadedDialogModule === null) return null;
  const {
    id,
    raiseCount,
    request: { title, text, link, actions, isDismissable },
  } = pendingAlert;
  return (
    <loadedDialogModule.AlertDialog
      key={`${id}/${raiseCount}`}
      title={title}
      actions={actions}
      isDismissable={isDismissable}
      onChoose={(choice) => alerts.answer(id, choice)}
    >
      {link === undefined ? (
        text
      ) : (
        <Stack $gap={8}>
          {text}
          <span>
            <TextLink href={link.href}>{link.label}</TextLink>
          </span>
        </Stack>
      )}
    </loadedDialogModule.AlertDialog>
  );
};
