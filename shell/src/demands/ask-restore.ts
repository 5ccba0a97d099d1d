import { getMe, restoreUser } from '@mahlzeit/contract';
import type { Result, User } from '@mahlzeit/contract';
import type { GatewayFailure, ShellApi } from '@mahlzeit/shared-ui/platform';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { MeWatch } from '../me';
import { endSession } from '../session';
import type { DemandQuestion } from './demand-question';
import { text } from './demand-texts';
import { lastDayBefore } from './last-day';

/** What coming back takes. */
export interface RestoreDeps extends Pick<ShellApi, 'gateway' | 'session' | 'track' | 'snackbar'> {
  readonly me: Pick<MeWatch, 'learn'>;
  /** From then on nobody comes back; null where the gateway doesn't say. */
  readonly erasedAt: number | null;
}

const messageOf = (erasedAt: number | null): string =>
  erasedAt === null ? text('RestoreMessage') : text('RestoreMessageUntil', { day: lastDayBefore(erasedAt) });

/** The user's document once he is back; somebody who has come back elsewhere meanwhile is as welcome. */
const restore = async (gateway: ShellApi['gateway'], visible: boolean): Promise<Result<User, GatewayFailure>> => {
  const restored = await gateway.call(restoreUser, { body: { visible } });
  return !restored.ok && restored.error.code === 'notDeleted' ? gateway.call(getMe, {}) : restored;
};

/** Asks who is flagged deleted whether others may find him. Yes and no both take the deletion back (A09); the third way is out. */
export const askRestore = ({ me, erasedAt, ...shell }: RestoreDeps): DemandQuestion => ({
  request: {
    title: text('RestoreTitle'),
    text: messageOf(erasedAt),
    isDismissable: false,
    actions: [
      { id: 'leave', label: text('RestoreDecline'), tone: 'safe' },
      { id: 'invisible', label: text('RestoreInvisible'), tone: 'safe' },
      { id: 'visible', label: text('RestoreVisible'), tone: 'primary' },
    ],
  },
  async answer(choice) {
    if (choice === 'leave') return endSession(shell);
    const back = await shell.track(restore(shell.gateway, choice === 'visible'));
    if (!back.ok) return shell.snackbar({ text: errorText(back.error), tone: 'error' });
    // What the page has asked for meanwhile goes out now.
    me.learn(back.value);
    shell.snackbar({ text: text('ChangeSuccess'), tone: 'success' });
  },
});
