import type { Coordinate } from '@mahlzeit/contract';
import { berlinDay, meetsAt } from '@mahlzeit/contract/rules';
import { uidOf, useReloadHold, useSelector, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { emptyDraft, holdsSomething, nextStep } from './draft-rules';
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
import { openStep } from './draft-navigation';

type DraftShell = Pick<ShellApi, 'store' | 'session'>;

/** Returns whether the draft can still be edited: search and contacts start one if there is none. */
export const isOpenDraft = (shell: DraftShell): boolean => (currentDraft(shell)?.key ?? null) === null;

/** Returns whether the draft has a date: its last screen needs one. */
export const isDatedDraft = (shell: DraftShell): boolean => {
  const draft = currentDraft(shell);
  return draft !== null && draft.key === null && draft.date !== null;
};

/** Returns whether a draft may be dropped. Asks the user when input would be lost. */
export const mayDiscard = async ({ alert }: Pick<ShellApi, 'alert'>, draft: InvitationDraft): Promise<boolean> =>
  draft.key !== null ||
  !holdsSomething(draft) ||
  (await alert({
    title: text('DiscardDraftTitle'),
    text: text('DiscardDraftText'),
    actions: [
      { id: 'keep', label: text('KeepDraft'), tone: 'safe' },
      { id: 'discard', label: text('DiscardDraft'), tone: 'danger' },
    ],
  })) === 'discard';

/**
 * Starts or restores the draft when a screen is opened by its address, and records the open screens. A finished draft
 * is dropped when its screen closes, so that nothing flashes on the way to its origin (R07).
 */
const useDraftTrail = (screen: DraftScreen): { endWithScreen(): void } => {
  const shell = useShell();
  const isOver = useRef(false);
  const enter = useEffectEvent(() => {
    if (currentDraft(shell) === null) changeDraft(shell, draftStarted(emptyDraft));
    changeDraft(shell, screenEntered(screen));
  });
  const leaveDraft = useEffectEvent(() => {
    const isSaved = (selectDraftState(shell.store.getState()).draft?.key ?? null) !== null;
    if (isOver.current || isSaved) changeDraft(shell, draftLeft());
  });
  useEffect(() => {
    enter();
    return () => leaveDraft();
  }, []);
  return {
    endWithScreen: () => {
      isOver.current = true;
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
  useReloadHold(draft !== null && draft.key === null && holdsSomething(draft));
  const latestDraft = (): InvitationDraft => selectDraftState(store.getState()).draft ?? emptyDraft;
  // The draft's screens lie directly above its origin: their number is the number of steps (R08).
  const toOrigin = (): void => {
    endWithScreen();
    navigation.back(Math.max(selectDraftState(store.getState()).trail.length, 1));
  };
  // While the draft is being sent there is nothing to drop: the answer leads back.
  const leaveDraft = async (): Promise<void> => {
    if (isBusy || latestDraft().key !== null) return;
    if (await mayDiscard(shell, latestDraft())) toOrigin();
  };
  return {
    draft,
    isBusy,
    /** Whether only the date is missing after a restaurant was chosen on its page. */
    wantsDate,
    /** Changes the draft, except while it is being sent: the change would be lost. */
    change(change: Partial<InvitationDraft>): void {
      if (!isBusy) changeDraft(shell, draftChanged(change));
    },
    /** Drops the draft and leads back to its origin. Asks first when input would be lost. */
    leave: () => void leaveDraft(),
    /** Leads to the step before; the first step leads out of the draft. */
    stepBack: () => (trail.length > 1 ? navigation.back() : void leaveDraft()),
    /** Opens the next step and returns it. The screen itself asks for a date. */
    goOn(): DraftStep {
      const step = nextStep(latestDraft(), uidOf(shell.session.get()) ?? '');
      const isReturning = trail.at(-2) === 'invitationdraft' && step === 'draft';
      if (isReturning) navigation.back();
      else if (step === 'draft') openStep(shell, 'invitationdraft');
      else if (step === 'contacts') openStep(shell, 'invitationcontacts');
      else if (step === 'restaurant') openStep(shell, 'invitationrestaurant');
      return step;
    },
    /**
     * Sends the draft, one request at a time; a retry makes the same invitation (S07). The origin shows before the
     * draft is dropped (R07). Users who have left the draft's screens meanwhile stay where they are.
     */
    send: (isTakeAwayOnly: boolean) =>
      run(async () => {
        if (isTakeAwayOnly && !latestDraft().isTakeAway) changeDraft(shell, draftChanged({ isTakeAway: true }));
        const writeKey = writeKeyOf(latestDraft());
        changeDraft(shell, sendingStarted(writeKey));
        const result = await sendDraft(shell, latestDraft(), writeKey);
        const owner = draftOwnerOf(shell);
        // The user may have started another draft since.
        if (!result.ok || owner === null || latestDraft().writeKey !== writeKey) return;
        if (!isDraftScreen(navigation.current()?.key)) {
          changeDraft(shell, draftLeft());
          return;
        }
        const isForCart = latestDraft().forCart && berlinDay(meetsAt(result.value)) === berlinDay(shell.clock.now());
        toOrigin();
        changeDraft(shell, draftSaved({ invitation: result.value, owner }));
        // Without the remote ordering, the cart still offers the meetup.
        if (isForCart)
          await remotes.runCommand('ordering/startFromInvitation', { invitationKey: result.value.key, isForCart });
      }),
  };
};

/** Takes the restaurant whose page was opened from the draft, and leads back to the draft or to its next input. */
export const placeChosenOn = (shell: ShellApi, restaurant: string): void => {
  const { navigation, store } = shell;
  changeDraft(shell, draftChanged({ restaurant }));
  const { draft, trail } = selectDraftState(store.getState());
  const step = nextStep(draft ?? emptyDraft, uidOf(shell.session.get()) ?? '');
  if (trail.at(-1) !== 'invitationrestaurant') navigation.back();
  else if (trail.at(-2) === 'invitationdraft') navigation.back(2);
  else if (step === 'date') {
    // The restaurant step below asks for the date.
    changeDraft(shell, dateWanted());
    navigation.back();
  } else openStep(shell, step === 'contacts' ? 'invitationcontacts' : 'invitationdraft', 'replace');
};

/** Draft with its actions, as the screens get it. */
export type Draft = ReturnType<typeof useDraft>;

/** Returns the location around which the user searches; null for an unknown location, undefined while it is loading. */
export const useLookAround = (): Coordinate | null | undefined => {
  const { remotes } = useShell();
  const [coordinate, setAt] = useState<Coordinate | null>();
  useEffect(() => {
    let isGone = false;
    const askToDiscard = async (): Promise<void> => {
      const outcome = await remotes.runCommand('discovery/place', {});
      if (!isGone) setAt(outcome.ok ? outcome.value.at : null);
    };
    // Until the answer arrives no distances are computed.
    void askToDiscard();
    return () => {
      isGone = true;
    };
  }, [remotes]);
  return coordinate;
};
