import { uidOf, useShell } from '@mahlzeit/shared-ui/platform';
import type { DraftStart, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Attendee } from '@mahlzeit/contract';
import { text } from './draft-texts';
import { emptyDraft, nextStep } from './draft-rules';
import type { InvitationDraft } from './draft-rules';
import { changeDraft, draftStarted, isDraftLocked, selectDraftState, stepOpened } from './draft-state';
import type { DraftScreen } from './draft-state';

/**
 * Options for starting the draft of an invitation from a screen of this remote. Only these options can contain chosen
 * people; other remotes start a draft by a command that passes no people.
 */
export interface StartDraftOptions extends DraftStart {
  readonly attendees?: readonly Attendee[];
}

/**
 * Returns whether the user may invite people. Users without a verified account are asked to log in or verify it first
 * (S2§6).
 */
export const ensureMayInvite = async ({
  session,
  remotes,
  snackbar,
}: Pick<ShellApi, 'session' | 'remotes' | 'snackbar'>): Promise<boolean> => {
  const sessionView = session.get();
  if (sessionView.status === 'known' && sessionView.account.verified) return true;
  const callToActionOutcome = await remotes.runCommand('account/callToAction', { reason: 'invite' });
  if (!callToActionOutcome.ok) snackbar({ tone: 'error', text: text('InviteUnavailable') });
  return callToActionOutcome.ok && callToActionOutcome.value.mayGoOn;
};

/**
 * Returns the screen for the next input that an invitation's draft needs. The date has no screen of its own: a sheet
 * over the current screen asks for it.
 */
export const nextDraftScreen = (draft: InvitationDraft, uid: string): DraftScreen => {
  const nextDraftStep = nextStep(draft, uid);
  if (nextDraftStep === 'restaurant') return 'invitationrestaurant';
  return nextDraftStep === 'draft' ? 'invitationdraft' : 'invitationcontacts';
};

/**
 * Opens a screen of an invitation's draft above the visible screen or in its place. Stores the screen in the draft, so
 * that the number of steps back is known. Opens nothing while the draft is being sent, because the user would still be
 * on that screen when the response arrives.
 */
export const openDraftScreen = (
  shell: Pick<ShellApi, 'store' | 'session' | 'navigation'>,
  screen: DraftScreen,
  navigationMode: 'open' | 'replace' = 'open',
): void => {
  if (isDraftLocked(selectDraftState(shell.store.getState()))) return;
  changeDraft(shell, stepOpened(screen));
  shell.navigation[navigationMode](screen);
};

/**
 * Starts the draft of an invitation and opens its first screen. Returns false if the user isn't allowed to invite
 * people.
 */
export const startDraft = async (
  shell: ShellApi,
  { restaurantKey, date, isTakeAway = false, forCart = false, origin, attendees = [] }: StartDraftOptions,
): Promise<boolean> => {
  if (!(await ensureMayInvite(shell))) return false;
  const draft: InvitationDraft = {
    ...emptyDraft,
    restaurant: restaurantKey ?? null,
    date: date ?? null,
    presetDate: date ?? null,
    isTakeAway,
    forCart,
    attendees: [...attendees],
    origin: origin === null ? null : { key: origin.key, params: [...origin.params] },
  };
  changeDraft(shell, draftStarted(draft));
  openDraftScreen(shell, nextDraftScreen(draft, uidOf(shell.session.get()) ?? ''));
  return true;
};

/**
 * Returns a function that starts the draft of an invitation from the current screen. That function resolves to whether
 * a draft was started.
 */
export const useStartDraft = (): ((startOptions?: Omit<StartDraftOptions, 'origin'>) => Promise<boolean>) => {
  const shell = useShell();
  return (startOptions = {}) => startDraft(shell, { ...startOptions, origin: shell.navigation.current() });
};
