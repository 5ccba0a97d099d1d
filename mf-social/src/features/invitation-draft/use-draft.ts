import type { Coordinate } from '@mahlzeit/contract';
import { berlinDay, meetupInstantOf } from '@mahlzeit/contract/rules';
import { uidOf, useHoldReload, useSelector, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  isDraftScreen,
  screenEntered,
  selectDraftState,
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

/** Returns whether a draft may be deleted. Asks the user when input would be lost. */
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
 * Starts or restores the draft when a screen is opened by its URL, and records the open screens. A sent draft is
 * deleted when its screen closes and not before, so that no empty draft is visible on the way back to its origin (R07).
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

/** Returns the draft and the actions on it, for all three screens. */
export const useDraft = (screen: DraftScreen) => {
  const shell = useShell();
  const { navigation, store, remotes } = shell;
  const { draft, trail, wantsDate } = useSelector(selectDraftState);
  const { endWithScreen } = useDraftTrail(screen);
  const { isBusy, run } = useSingleFlight();
  useHoldReload(draft !== null && draft.key === null && hasDraftInput(draft));
  const latestDraft = (): InvitationDraft => selectDraftState(store.getState()).draft ?? emptyDraft;
  // The screens of a draft lie directly above the screen from which it was started. Their number is therefore the
  // number of steps back (R08).
  const returnToOrigin = (): void => {
    endWithScreen();
    navigation.back(Math.max(selectDraftState(store.getState()).trail.length, 1));
  };
  // While the draft is being sent, it can't be deleted: the screen closes when the response arrives.
  const leaveDraft = async (): Promise<void> => {
    if (isBusy || latestDraft().key !== null) return;
    if (await confirmDraftDiscard(shell, latestDraft())) returnToOrigin();
  };
  return {
    draft,
    isBusy,
    /** Whether the user has chosen a restaurant on its page, so that only the date is missing. */
    wantsDate,
    /** Changes the draft. Does nothing while the draft is being sent, because the change would be lost. */
    change(change: Partial<InvitationDraft>): void {
      if (!isBusy) changeDraft(shell, draftChanged(change));
    },
    /**
     * Deletes the draft and returns to the screen from which it was started. Asks the user first when input would be
     * lost.
     */
    leave: () => void leaveDraft(),
    /** Returns to the step before. On the first step, leaves the draft. */
    stepBack: () => (trail.length > 1 ? navigation.back() : void leaveDraft()),
    /** Opens the next step and returns its name. The step `date` has no screen: the caller must ask for the date. */
    goOn(): DraftStep {
      const step = nextStep(latestDraft(), uidOf(shell.session.get()) ?? '');
      const isReturningToDraft = trail.at(-2) === 'invitationdraft' && step === 'draft';
      if (isReturningToDraft) navigation.back();
      else if (step === 'draft') openDraftScreen(shell, 'invitationdraft');
      else if (step === 'contacts') openDraftScreen(shell, 'invitationcontacts');
      else if (step === 'restaurant') openDraftScreen(shell, 'invitationrestaurant');
      return step;
    },
    /**
     * Sends the draft, one request at a time. A retry creates no second invitation (S07). The origin is visible before
     * the draft is deleted (R07). Users who have left the draft's screens while it was sent stay where they are.
     */
    send: (isTakeAwayOnly: boolean) =>
      run(async () => {
        if (isTakeAwayOnly && !latestDraft().isTakeAway) changeDraft(shell, draftChanged({ isTakeAway: true }));
        const writeKey = writeKeyOf(latestDraft());
        changeDraft(shell, sendingStarted(writeKey));
        const sentDraft = await sendDraft(shell, latestDraft(), writeKey);
        const draftOwner = draftOwnerOf(shell);
        // While the request was running, the user may have started another draft.
        if (!sentDraft.ok || draftOwner === null || latestDraft().writeKey !== writeKey) return;
        if (!isDraftScreen(navigation.current()?.key)) {
          changeDraft(shell, draftLeft());
          return;
        }
        const isInvitationForCart =
          latestDraft().forCart && berlinDay(meetupInstantOf(sentDraft.value)) === berlinDay(shell.clock.now());
        returnToOrigin();
        changeDraft(shell, draftSaved({ invitation: sentDraft.value, owner: draftOwner }));
        // When the remote ordering isn't available, the command does nothing. The cart still offers the meetup.
        if (isInvitationForCart)
          await remotes.runCommand('ordering/startFromInvitation', {
            invitationKey: sentDraft.value.key,
            isForCart: isInvitationForCart,
          });
      }),
  };
};

/**
 * Stores the restaurant that the user chose on its page in the draft. Then returns to the draft, or opens the next
 * screen that needs input.
 */
export const chooseRestaurantForDraft = (shell: ShellApi, restaurantKey: string): void => {
  const { navigation, store } = shell;
  changeDraft(shell, draftChanged({ restaurant: restaurantKey }));
  const { draft, trail } = selectDraftState(store.getState());
  const step = nextStep(draft ?? emptyDraft, uidOf(shell.session.get()) ?? '');
  if (trail.at(-1) !== 'invitationrestaurant') navigation.back();
  else if (trail.at(-2) === 'invitationdraft') navigation.back(2);
  else if (step === 'date') {
    // Back leads to the screen on which users search a restaurant. That screen asks for the date.
    changeDraft(shell, dateWanted());
    navigation.back();
  } else openDraftScreen(shell, step === 'contacts' ? 'invitationcontacts' : 'invitationdraft', 'replace');
};

/** Draft with its actions, as the three screens that edit a draft use it. */
export type Draft = ReturnType<typeof useDraft>;

/** Returns the location near which the user searches; null when it is unknown, undefined while it is loading. */
export const useSearchLocation = (): Coordinate | null | undefined => {
  const { remotes } = useShell();
  const [coordinate, setCoordinate] = useState<Coordinate | null>();
  useEffect(() => {
    let isUnmounted = false;
    const loadCoordinate = async (): Promise<void> => {
      const placeOutcome = await remotes.runCommand('discovery/place', {});
      if (!isUnmounted) setCoordinate(placeOutcome.ok ? placeOutcome.value.at : null);
    };
    // Not awaited: until the location arrives, the search shows no distances.
    void loadCoordinate();
    return () => {
      isUnmounted = true;
    };
  }, [remotes]);
  return coordinate;
};
