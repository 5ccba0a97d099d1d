import { restoreUser } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { api, errorText } from '@mahlzeit/shared-ui/platform';
import type { MeWatch } from '../me';
import { endSession } from '../session';
import type { DemandQuestion } from './demand-question';
import { text } from './demand-texts';

/** What coming back takes. */
export type RestoreDeps = Pick<ShellApi, 'gateway' | 'session' | 'store' | 'track' | 'snackbar'> & { readonly me: Pick<MeWatch, 'learn'> };

/** Asks who is flagged deleted whether others may find him. Yes and no both take the deletion back (A09); the third way is out. */
export const askRestore = ({ me, ...shell }: RestoreDeps): DemandQuestion => ({
  request: {
    title: text('RestoreTitle'),
    text: text('RestoreMessage'),
    isDismissable: false,
    actions: [
      { id: 'leave', label: text('RestoreDecline'), tone: 'safe' },
      { id: 'invisible', label: text('RestoreInvisible'), tone: 'safe' },
      { id: 'visible', label: text('RestoreVisible'), tone: 'primary' },
    ],
  },
  async answer(choice) {
    if (choice === 'leave') return endSession(shell);
    const restored = await shell.track(shell.gateway.call(restoreUser, { body: { visible: choice === 'visible' } }));
    if (!restored.ok && restored.error.code !== 'notDeleted') return shell.snackbar({ text: errorText(restored.error), tone: 'error' });
    if (restored.ok) me.learn(restored.value);
    // What was asked for meanwhile was refused: everything that shows is read anew.
    shell.store.dispatch(api.util.resetApiState());
    shell.snackbar({ text: text('SuccessRestore'), tone: 'success' });
  },
});
