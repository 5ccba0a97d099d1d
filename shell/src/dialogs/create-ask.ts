import type { AlertRequest, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { DialogParts } from '../dialog-parts';
import { text } from '../shell-texts';
import type { Alerts } from './create-alerts';

/** What asking by an alert needs of the shell. */
export interface AskDeps {
  readonly alerts: Alerts;
  readonly dialogParts: DialogParts;
  readonly track: ShellApi['track'];
  readonly snackbar: ShellApi['snackbar'];
}

/** `shell.alert`: loads the dialog first. An alert that can't be shown counts as dismissed, and the diner is told. */
export const createAsk = ({ alerts, dialogParts, track, snackbar }: AskDeps): ShellApi['alert'] => async (request: AlertRequest) => {
  const loaded = await track(dialogParts.load());
  if (loaded.ok) return alerts.ask(request);
  snackbar({ text: text('PartFailed'), tone: 'error' });
  return null;
};
