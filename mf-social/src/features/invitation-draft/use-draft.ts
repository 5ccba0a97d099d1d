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
import { ownerOf, sendDraft, writeKeyOf } from './send-draft';
import { openStep } from './start-draft';

type DraftShell = Pick<ShellApi, 'store' | 'session'>;

/** The screen of a draft that has no key yet: the search and the contacts begin one where there is none. */
export const isOpenDraft = (shell: DraftShell): boolean => (currentDraft(shell)?.key ?? null) === null;

/** The draft itself shows only with a date. */
export const isDatedDraft = (shell: DraftShell): boolean => {
  const draft = currentDraft(shell);
  return draft !== null && draft.key === null && draft.date !== null;
};

/** Whether a draft may be dropped: asks where something would be lost with it. */
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
 * Begins or restores the draft where a screen is opened by its address, and notes where it is edited. One that is done
 * with goes with the screen that shows it: nothing flashes on the way to its origin (R07).
 */
const useTrail = (screen: DraftScreen): { endWithScreen(): void } => {
  const shell = useShell();
  const isOver = useRef(false);
  const enter = useEffectEvent(() => {
    if (currentDraft(shell) === null) changeDraft(shell, draftStarted(emptyDraft));
    changeDraft(shell, screenEntered(screen));
  });
  const leave = useEffectEvent(() => {
    const isSaved = (selectDraftState(shell.store.getState()).draft?.key ?? null) !== null;
    if (isOver.current || isSaved) changeDraft(shell, draftLeft());
  });
  useEffect(() => {
    enter();
    return () => leave();
  }, []);
  return {
    endWithScreen: () => {
      isOver.current = true;
    },
  };
};

/** One draft on three screens: what each knows of it, and what each can do. */
export const useDraft = (screen: DraftScreen) => {
  const shell = useShell();
  const { navigation, store, remotes } = shell;
  const { draft, trail, wantsDate } = useSelector(selectDraftState);
  const { endWithScreen } = useTrail(screen);
  const { isBusy, run } = useSingleFlight();
  useReloadHold(draft !== null && draft.key === null && holdsSomething(draft));
  const here = (): InvitationDraft => selectDraftState(store.getState()).draft ?? emptyDraft;
  // R08: the screens of the draft lie right above its origin, as many as there are by now.
  const toOrigin = (): void => {
    endWithScreen();
    navigation.back(Math.max(selectDraftState(store.getState()).trail.length, 1));
  };
  // While it goes out, or has gone, there is nothing to drop any more: the answer leads back.
  const leave = async (): Promise<void> => {
    if (isBusy || here().key !== null) return;
    if (await mayDiscard(shell, here())) toOrigin();
  };
  return {
    draft,
    isBusy,
    /** A place was chosen on its own page, and only the date is missing. */
    wantsDate,
    /** Changes it, unless it goes out right now: what is written then wouldn't be in it. */
    change(change: Partial<InvitationDraft>): void {
      if (!isBusy) changeDraft(shell, draftChanged(change));
    },
    /** Drops the draft, after a question where something would be lost, and leads back to where it was begun. */
    leave: () => void leave(),
    /** To the step before; from the first one that is out of the draft. */
    stepBack: () => (trail.length > 1 ? navigation.back() : void leave()),
    /** Goes on to what the draft needs next and answers what that is; the date is asked for on the spot. */
    goOn(): DraftStep {
      const step = nextStep(here(), uidOf(shell.session.get()) ?? '');
      const isReturning = trail.at(-2) === 'invitationdraft' && step === 'draft';
      if (isReturning) navigation.back();
      else if (step === 'draft') openStep(shell, 'invitationdraft');
      else if (step === 'contacts') openStep(shell, 'invitationcontacts');
      else if (step === 'restaurant') openStep(shell, 'invitationrestaurant');
      return step;
    },
    /**
     * S07: once at a time, and a repeat is the same invitation. First its origin shows, then the draft is gone (R07).
     * Whoever has gone elsewhere meanwhile stays there.
     */
    send: (isTakeAwayOnly: boolean) =>
      run(async () => {
        if (isTakeAwayOnly && !here().isTakeAway) changeDraft(shell, draftChanged({ isTakeAway: true }));
        const writeKey = writeKeyOf(here());
        changeDraft(shell, sendingStarted(writeKey));
        const sent = await sendDraft(shell, here(), writeKey);
        const owner = ownerOf(shell);
        // Another one may have been begun since.
        if (!sent.ok || owner === null || here().writeKey !== writeKey) return;
        if (!isDraftScreen(navigation.current()?.key)) {
          changeDraft(shell, draftLeft());
          return;
        }
        const isForCart = here().forCart && berlinDay(meetsAt(sent.value)) === berlinDay(shell.clock.now());
        toOrigin();
        changeDraft(shell, draftSaved({ invitation: sent.value, owner }));
        // Where ordering can't be had, its cart still offers the meetup.
        if (isForCart)
          await remotes.runCommand('ordering/startFromInvitation', { invitationKey: sent.value.key, isForCart });
      }),
  };
};

/**
 * Takes a place whose page was opened from the draft, and leads on from there: back to the draft, or to what it needs
 * next.
 */
export const placeChosenOn = (shell: ShellApi, restaurant: string): void => {
  const { navigation, store } = shell;
  changeDraft(shell, draftChanged({ restaurant }));
  const { draft, trail } = selectDraftState(store.getState());
  const step = nextStep(draft ?? emptyDraft, uidOf(shell.session.get()) ?? '');
  if (trail.at(-1) !== 'invitationrestaurant') navigation.back();
  else if (trail.at(-2) === 'invitationdraft') navigation.back(2);
  else if (step === 'date') {
    // The search below asks for it.
    changeDraft(shell, dateWanted());
    navigation.back();
  } else openStep(shell, step === 'contacts' ? 'invitationcontacts' : 'invitationdraft', 'replace');
};

/** A draft as its screens have it. */
export type Draft = ReturnType<typeof useDraft>;

/** Where the user looks around; null where nobody knows, undefined until that is told. */
export const useLookAround = (): Coordinate | null | undefined => {
  const { remotes } = useShell();
  const [at, setAt] = useState<Coordinate | null>();
  useEffect(() => {
    let isGone = false;
    const ask = async (): Promise<void> => {
      const asked = await remotes.runCommand('discovery/place', {});
      if (!isGone) setAt(asked.ok ? asked.value.at : null);
    };
    // Until it is answered nothing is measured from anywhere.
    void ask();
    return () => {
      isGone = true;
    };
  }, [remotes]);
  return at;
};
