import { getMe, restoreUser } from '@mahlzeit/contract';
import type { Result, User } from '@mahlzeit/contract';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { MeWatch } from '../me/watch-me';
import { endSession } from '../session/end-session';
import type { Question } from './demand-question';
import { text } from './demand-texts';
import { lastDayBefore } from './last-day';

export interface RestoreDeps extends Pick<ShellApi, 'apiClient' | 'session' | 'track' | 'snackbar'> {
  readonly me: Pick<MeWatch, 'apply'>;
  /** From then on nobody comes back; null where the gateway doesn't say. */
  readonly erasedAt: number | null;
}

const messageOf = (erasedAt: number | null): string =>
  erasedAt === null ? text('RestoreMessage') : text('RestoreMessageUntil', { day: lastDayBefore(erasedAt) });

/** The user's document once the account is restored; restored elsewhere meanwhile is as good. */
const restore = async (apiClient: ShellApi['apiClient'], visible: boolean): Promise<Result<User, ApiError>> => {
  const restored = await apiClient.call(restoreUser, { body: { visible } });
  return !restored.ok && restored.error.code === 'notDeleted' ? apiClient.call(getMe, {}) : restored;
};

/** Asks users flagged deleted whether others may find them. Yes and no both take the deletion back (A09); the third choice logs out. */
export const askRestore = ({ me, erasedAt, ...shell }: RestoreDeps): Question => ({
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
    const back = await shell.track(restore(shell.apiClient, choice === 'visible'));
    if (!back.ok) return shell.snackbar({ text: errorText(back.error), tone: 'error' });
    // What the page has asked for meanwhile goes out now.
    me.apply(back.value);
    shell.snackbar({ text: text('ChangeSuccess'), tone: 'success' });
  },
});
