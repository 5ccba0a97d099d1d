import type { Invitation } from '@mahlzeit/contract';
import {
  createSlice,
  parseStored,
  rootReducer,
  createStoredText,
  uidOf,
  userChanged,
  userStorageKey,
} from '@mahlzeit/shared-ui/platform';
import type { PayloadAction, ShellApi } from '@mahlzeit/shared-ui/platform';
import * as z from '@mahlzeit/contract/zod';
import { withDraftChange, hasDraftInput, InvitationDraft, withSavedInvitation } from './draft-rules';
import type { DraftOwner } from './draft-rules';

/** Keys of the three screens on which users edit the draft of an invitation. */
const DraftScreen = z.enum(['invitationrestaurant', 'invitationcontacts', 'invitationdraft']);
export type DraftScreen = z.infer<typeof DraftScreen>;

/** Returns whether a key belongs to one of the screens on which users edit the draft of an invitation. */
export const isDraftScreen = (key: string | undefined): boolean => DraftScreen.safeParse(key).success;

const StoredDraftState = z.object({
  draft: z.nullable(InvitationDraft),
  /**
   * Open screens of the invitation's draft; the visible one is the last. Going back as many steps as this list has
   * screens leads to the screen from which the draft was started.
   */
  trail: z.array(DraftScreen),
  /**
   * Screen that is being opened above the visible one; null when none is. The reducer needs this field to distinguish a
   * newly opened screen from a screen to which the user returns by Back.
   */
  opening: z.nullable(DraftScreen),
  /**
   * Whether the next visible screen asks for the date at once, because the user chose a restaurant on the restaurant's
   * page.
   */
  wantsDate: z.boolean(),
});
type StoredDraftState = z.infer<typeof StoredDraftState>;

interface DraftState extends StoredDraftState {
  /** Whether a request that sends the draft is running. A reload ends the request, so this field isn't stored. */
  readonly isSending: boolean;
}

const initialDraftState: DraftState = { draft: null, trail: [], opening: null, wantsDate: false, isSending: false };

/**
 * Returns whether the draft can't be changed any more, because it is being sent, or was sent and its screen closes. A
 * change would be lost.
 */
export const isDraftLocked = ({ draft, isSending }: Pick<DraftState, 'draft' | 'isSending'>): boolean =>
  isSending || (draft !== null && draft.key !== null);

const draftSlice = createSlice({
  name: 'social/draft',
  initialState: initialDraftState,
  reducers: {
    draftStarted: (_state: DraftState, { payload: draft }: PayloadAction<InvitationDraft>): DraftState => ({
      ...initialDraftState,
      draft: { ...draft },
    }),
    draftRestored: (_state: DraftState, { payload }: PayloadAction<StoredDraftState>): DraftState => ({
      ...payload,
      isSending: false,
    }),
    draftChanged: (state: DraftState, { payload: draftChange }: PayloadAction<Partial<InvitationDraft>>): DraftState =>
      state.draft === null || isDraftLocked(state)
        ? state
        : { ...state, draft: { ...withDraftChange(state.draft, draftChange) } },
    stepOpened: (state: DraftState, { payload: openingScreen }: PayloadAction<DraftScreen>): DraftState => ({
      ...state,
      opening: openingScreen,
    }),
    screenEntered: (state: DraftState, { payload: screen }: PayloadAction<DraftScreen>): DraftState => {
      const screenIndex = state.opening === screen ? -1 : state.trail.lastIndexOf(screen);
      return {
        ...state,
        trail: screenIndex < 0 ? [...state.trail, screen] : state.trail.slice(0, screenIndex + 1),
        opening: null,
        wantsDate: false,
      };
    },
    dateWanted: (state: DraftState): DraftState => ({ ...state, wantsDate: true }),
    sendingStarted: (state: DraftState, { payload: nextWriteKey }: PayloadAction<string>): DraftState =>
      state.draft === null ? state : { ...state, draft: { ...state.draft, writeKey: nextWriteKey }, isSending: true },
    sendingFailed: (state: DraftState): DraftState => ({ ...state, isSending: false }),
    draftSaved: (
      state: DraftState,
      {
        payload: { invitation, owner },
      }: PayloadAction<{
        readonly invitation: Pick<Invitation, 'key' | 'chatKey' | 'date'>;
        readonly owner: DraftOwner;
      }>,
    ): DraftState =>
      state.draft === null
        ? state
        : { ...state, draft: withSavedInvitation(state.draft, invitation, owner), isSending: false },
    draftLeft: (): DraftState => initialDraftState,
  },
  extraReducers: (builder) => {
    builder.addCase(userChanged, () => initialDraftState);
  },
});

const draftReducer = rootReducer.inject(draftSlice);

const { draftRestored } = draftSlice.actions;

export const {
  draftStarted,
  draftChanged,
  screenEntered,
  stepOpened,
  dateWanted,
  sendingStarted,
  sendingFailed,
  draftSaved,
  draftLeft,
} = draftSlice.actions;

/** Selects the draft and its open screens from the store. */
export const selectDraftState = draftReducer.selector((state): DraftState => state['social/draft']);

type DraftAction = ReturnType<(typeof draftSlice.actions)[keyof typeof draftSlice.actions]>;

const DRAFT_STORAGE_NAME = 'invitationDraft';

// Entry in the storage of this tab for the draft. Each tab may have a draft of its own.
const draftStorageEntry = ({ session }: Pick<ShellApi, 'session'>) => {
  const currentUid = uidOf(session.get());
  return currentUid === null
    ? null
    : createStoredText(() => window.sessionStorage, userStorageKey(currentUid, DRAFT_STORAGE_NAME));
};

/** Changes the invitation's draft, and stores it in this tab so that a reload keeps it. */
export const changeDraft = (shell: Pick<ShellApi, 'store' | 'session'>, action: DraftAction): void => {
  shell.store.dispatch(action);
  const draftState = selectDraftState(shell.store.getState());
  const storageEntry = draftStorageEntry(shell);
  if (draftState.draft === null || draftState.draft.key !== null || !hasDraftInput(draftState.draft))
    storageEntry?.remove();
  else storageEntry?.write(JSON.stringify({ ...draftState, isSending: undefined }));
};

/**
 * Returns the invitation's draft of this tab; null if there is none. After a reload, the draft comes from the tab's
 * storage.
 */
export const currentDraft = (shell: Pick<ShellApi, 'store' | 'session'>): InvitationDraft | null => {
  const { draft } = selectDraftState(shell.store.getState());
  if (draft !== null) return draft;
  const parsedState = StoredDraftState.safeParse(parseStored(draftStorageEntry(shell)?.read() ?? null));
  if (!parsedState.success || parsedState.data.draft === null) return null;
  shell.store.dispatch(draftRestored(parsedState.data));
  return parsedState.data.draft;
};
