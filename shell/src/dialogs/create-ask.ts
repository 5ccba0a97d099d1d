import type { AlertRequest, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { DialogModule } from '../dialog-parts';
import { text } from '../shell-texts';
import type { Alerts } from './create-alerts';

export interface AskDeps {
  readonly alerts: Alerts;
  readonly dialogModule: DialogModule;
  readonly track: ShellApi['track'];
  readonly snackbar: ShellApi['snackbar'];
}

/** `shell.alert`: loads the dialog first. An alert that can't be shown counts as dismissed, and a snackbar says so. */
export const createAsk = ({ alerts, dialogModule, track, snackbar }: AskDeps): ShellApi['alert'] => async (request: AlertRequest) => {
  const loaded = await track(dialogModule.load());
  if (loaded.ok) return alerts.ask(request);
  snackbar({ text: text('PartFailed'), tone: 'error' });
  return null;
};
