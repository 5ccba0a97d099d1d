import { uidOf, useShell } from '@mahlzeit/shared-ui/platform';
import type { DraftStart, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Attendee } from '@mahlzeit/contract';
import { text } from './draft-texts';
import { emptyDraft, nextStep } from './draft-rules';
import type { InvitationDraft } from './draft-rules';
import { changeDraft, draftStarted, stepOpened } from './draft-state';
import type { DraftScreen } from './draft-state';

/** What a draft begins with inside of social: people, too. */
export interface StartOptions extends DraftStart {
  readonly attendees?: readonly Attendee[];
}

/** S2§6: who has no verified account is led to it. */
export const mayInvite = async ({
  session,
  remotes,
  snackbar,
}: Pick<ShellApi, 'session' | 'remotes' | 'snackbar'>): Promise<boolean> => {
  const view = session.get();
  if (view.status === 'known' && view.account.verified) return true;
  const asked = await remotes.runCommand('account/callToAction', { reason: 'invite' });
  if (!asked.ok) snackbar({ tone: 'error', text: text('InviteUnavailable') });
  return asked.ok && asked.value.mayGoOn;
};

/** The screen on which a draft gets what it needs next; the date is asked for over the one before. */
export const screenFor = (draft: InvitationDraft, uid: string): DraftScreen => {
  const step = nextStep(draft, uid);
  if (step === 'restaurant') return 'invitationrestaurant';
  return step === 'draft' ? 'invitationdraft' : 'invitationcontacts';
};

/** Opens a screen of the draft above the shown one, or in its place, so that its way back stays known. */
export const openStep = (
  shell: Pick<ShellApi, 'store' | 'session' | 'navigation'>,
  screen: DraftScreen,
  how: 'open' | 'replace' = 'open',
): void => {
  changeDraft(shell, stepOpened(screen));
  shell.navigation[how](screen);
};

/** Begins a draft and opens its first screen; answers whether it was begun. */
export const startDraft = async (
  shell: ShellApi,
  { restaurantKey, date, isTakeAway = false, forCart = false, origin, attendees = [] }: StartOptions,
): Promise<boolean> => {
  if (!(await mayInvite(shell))) return false;
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
  openStep(shell, screenFor(draft, uidOf(shell.session.get()) ?? ''));
  return true;
};

/** Begins a draft from where the user is; answers whether it was begun. */
export const useStartDraft = (): ((start?: Omit<StartOptions, 'origin'>) => Promise<boolean>) => {
  const shell = useShell();
  return (start = {}) => startDraft(shell, { ...start, origin: shell.navigation.current() });
};
