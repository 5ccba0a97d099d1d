import { berlinDay, meetupInstantOf } from '@mahlzeit/contract/rules';
import { uidOf, useHoldReload, useSelector, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useEffectEvent, useRef } from 'react';
import { emptyDraft, hasDraftInput, nextStep } from './draft-rules';
import type { DraftStep, InvitationDraft } from './draft-rules';
import {
  changeDraft,
  currentDraft,
  dateWanted,
  draftChanged,
  draftLeft,
  draftSaved,
  draftStarted,
  isDraftLocked,
  isDraftScreen,
  screenEntered,
  selectDraftState,
  sendingFailed,
  sendingStarted,
} from './draft-state';
import type { DraftScreen } from './draft-state';
import { text } from './draft-texts';
import { draftOwnerOf, sendDraft, writeKeyOf } from './send-draft';
import { openDraftScreen } from './draft-navigation';

type DraftStoreShell = Pick<ShellApi, 'store' | 'session'>;

/**
 * Returns whether the screens for restaurant and people may open: the draft is not sent yet, or there is no draft and
 * these screens start one.
 */
export const isDraftUnsent = (shell: DraftStoreShell): boolean => (currentDraft(shell)?.key ?? null) === null;

/** Returns whether the last screen of the draft may open: there is an unsent draft with a date. */
export const isUnsentDraftDated = (shell: DraftStoreShell): boolean => {
  const draft = currentDraft(shell);
  return draft !== null && draft.key === null && draft.date !== null;
};

/** Returns whether an invitation's draft may be deleted. Asks the user first if input would be lost. */
export const confirmDraftDiscard = async (
  { alert }: Pick<ShellApi, 'alert'>,
  draft: InvitationDraft,
): Promise<boolean> =>
  draft.key !== null ||
  !hasDraftInput(draft) ||
  (await alert({
    title: text('DiscardDraftTitle'),
    text: text('DiscardDraftText'),
    actions: [
      { id: 'keep', label: text('KeepDraft'), tone: 'safe' },
      { id: 'discard', label: text('DiscardDraft'), tone: 'danger' },
    ],
  })) === 'discard';

/**
 * Starts or restores the invitation's draft when one of its screens is opened by its URL, and stores which of its
 * screens are open. A sent draft is deleted when its screen closes and not before, so that no empty draft is visible on
 * the way back to its origin (R07).
 */
const useDraftTrail = (draftScreen: DraftScreen): { endWithScreen(): void } => {
  const shell = useShell();
  const isDraftOver = useRef(false);
  const recordScreenEntered = useEffectEvent(() => {
    if (currentDraft(shell) === null) changeDraft(shell, draftStarted(emptyDraft));
    changeDraft(shell, screenEntered(draftScreen));
  });
  const clearFinishedDraft = useEffectEvent(() => {
    const isInvitationSaved = (selectDraftState(shell.store.getState()).draft?.key ?? null) !== null;
    if (isDraftOver.current || isInvitationSaved) changeDraft(shell, draftLeft());
  });
  useEffect(() => {
    recordScreenEntered();
    return () => clearFinishedDraft();
  }, []);
  return {
    endWithScreen: () => {
      isDraftOver.current = true;
    },
  };
};

/**
 * Returns to the screen from which the draft was started as soon as the invitation is stored (R07). The visible screen
 * of the draft does this, and not the one that sent it, because the user may have gone back to another step meanwhile.
 */
const useReturnWhenSaved = (draft: InvitationDraft | null, returnToOrigin: () => void): void => {
  const { remotes, clock } = useShell();
  const finishDraft = useEffectEvent(() => {
    returnToOrigin();
    if (draft === null || draft.key === null || draft.date === null || !draft.forCart) return;
    if (berlinDay(meetupInstantOf({ date: draft.date })) !== berlinDay(clock.now())) return;
    // The promise isn't awaited: without the remote mf-ordering the command does nothing, and the cart still offers the
    // meetup.
    void remotes.runCommand('ordering/startFromInvitation', { invitationKey: draft.key, isForCart: true });
  });
  const isSaved = draft !== null && draft.key !== null;
  useEffect(() => {
    if (isSaved) finishDraft();
  }, [isSaved]);
};

const entryOf = (
  screen: DraftScreen,
  { draft, trail, opening }: ReturnType<typeof selectDraftState>,
): 'screen' | 'overlay' | number => {
  if (draft === null || !hasDraftInput(draft)) return 'screen';
  const earlierStepCount = opening === screen ? trail.length : trail.length - 1;
  return earlierStepCount <= 0 ? 'overlay' : earlierStepCount;
};

/** Returns the draft of an invitation and the actions that change it, for its three screens. */
export const useDraft = (screen: DraftScreen) => {
  const shell = useShell();
  const { navigation, store } = shell;
  const draftState = useSelector(selectDraftState);
  const { draft, trail, wantsDate } = draftState;
  const { endWithScreen } = useDraftTrail(screen);
  const { run } = useSingleFlight();
  useHoldReload(draft !== null && draft.key === null && hasDraftInput(draft));
  const latestDraft = (): InvitationDraft => selectDraftState(store.getState()).draft ?? emptyDraft;
  const isLocked = (): boolean => isDraftLocked(selectDraftState(store.getState()));
  // The screens of a draft lie directly above the screen from which it was started. Their number is therefore the
  // number of steps back (R08).
  const returnToOrigin = (): void => {
    endWithScreen();
    navigation.back(Math.max(selectDraftState(store.getState()).trail.length, 1));
  };
  useReturnWhenSaved(draft, returnToOrigin);
  // While the draft is being sent, it can't be deleted: the screen closes when the response arrives.
  const leaveDraft = async (): Promise<void> => {
    if (isLocked() || !(await confirmDraftDiscard(shell, latestDraft())) || isLocked()) return;
    // Another screen may have opened above the confirmation dialog. The draft ends all the same.
    if (isDraftScreen(navigation.current()?.key)) returnToOrigin();
    else changeDraft(shell, draftLeft());
  };
  return {
    draft,
    /** Whether the draft is being sent or was sent: nothing about it can be changed. */
    isBusy: isDraftLocked(draftState),
    /** Whether the user has chosen the restaurant on the restaurant's page, so that only the date is missing. */
    wantsDate,
    /**
     * History entry of the sheet. Before Back leaves a draft with input, even by several steps at once, it asks the
     * user; between steps of the draft it doesn't ask.
     */
    entry: entryOf(screen, draftState),
    change: (change: Partial<InvitationDraft>): void => changeDraft(shell, draftChanged(change)),
    /**
     * Deletes the draft and returns to the screen from which it was started. Asks the user first if input would be
     * lost.
     */
    leave: () => void leaveDraft(),
    /** Returns to the previous step. On the first step, leaves the draft. */
    stepBack: () => (trail.length > 1 ? navigation.back() : void leaveDraft()),
    /**
     * Opens the next step of the draft and returns its name. The step `date` has no screen: the caller must ask for the
     * date.
     */
    goOn(): DraftStep {
      const draftStep = nextStep(latestDraft(), uidOf(shell.session.get()) ?? '');
      const isReturningToDraft = trail.at(-2) === 'invitationdraft' && draftStep === 'draft';
      if (isReturningToDraft) navigation.back();
      else if (draftStep === 'draft') openDraftScreen(shell, 'invitationdraft');
      else if (draftStep === 'contacts') openDraftScreen(shell, 'invitationcontacts');
      else if (draftStep === 'restaurant') openDraftScreen(shell, 'invitationrestaurant');
      return draftStep;
    },
    /**
     * Sends the draft, one request at a time. A retry creates no second invitation (S07). Users who have left the
     * draft's screens while it was sent stay where they are.
     */
    send: (isTakeAwayOnly: boolean) =>
      run(async () => {
        if (isLocked()) return;
        if (isTakeAwayOnly && !latestDraft().isTakeAway) changeDraft(shell, draftChanged({ isTakeAway: true }));
        const writeKey = writeKeyOf(latestDraft());
        changeDraft(shell, sendingStarted(writeKey));
        const sentDraft = await sendDraft(shell, latestDraft(), writeKey);
        const draftOwner = draftOwnerOf(shell);
        // While the request was running, the user may have started another draft.
        if (latestDraft().writeKey !== writeKey) return;
        if (!sentDraft.ok || draftOwner === null) changeDraft(shell, sendingFailed());
        else if (isDraftScreen(navigation.current()?.key))
          changeDraft(shell, draftSaved({ invitation: sentDraft.value, owner: draftOwner }));
        else changeDraft(shell, draftLeft());
      }),
  };
};

/**
 * Stores the restaurant that the user chose on its page in the draft. Then returns to the draft, or opens the next
 * screen that needs input.
 */
export const chooseRestaurantForDraft = (shell: ShellApi, restaurantKey: string): void => {
  const { navigation, store } = shell;
  if (isDraftLocked(selectDraftState(store.getState()))) return;
  changeDraft(shell, draftChanged({ restaurant: restaurantKey }));
  const { draft, trail } = selectDraftState(store.getState());
  const draftStep = nextStep(draft ?? emptyDraft, uidOf(shell.session.get()) ?? '');
  if (trail.at(-1) !== 'invitationrestaurant') navigation.back();
  else if (trail.at(-2) === 'invitationdraft') navigation.back(2);
  else if (draftStep === 'date') {
    // Back leads to the screen on which users search a restaurant. That screen asks for the date.
    changeDraft(shell, dateWanted());
    navigation.back();
  } else openDraftScreen(shell, draftStep === 'contacts' ? 'invitationcontacts' : 'invitationdraft', 'replace');
};

/** Draft of an invitation with the actions that change it, as its three screens use it. */
export type Draft = ReturnType<typeof useDraft>;
