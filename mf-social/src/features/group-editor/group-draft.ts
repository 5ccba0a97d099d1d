import type { Contact, ContactGroup } from '@mahlzeit/contract';
import { createRandomKey, createSlice, rootReducer, userChanged } from '@mahlzeit/shared-ui/platform';
import type { PayloadAction } from '@mahlzeit/shared-ui/platform';

/** The two screens that edit one group. */
export type GroupScreen = 'editgroup' | 'editgroupname';

/** A group while it is edited, on two screens; gone once both are left. */
export interface GroupDraft {
  readonly key: string;
  readonly name: string;
  readonly isFavorite: boolean;
  readonly members: readonly string[];
  /** It isn't stored yet. */
  readonly isNew: boolean;
  readonly isDirty: boolean;
}

/** A group that is begun. */
export const newDraft = (): GroupDraft => ({ key: createRandomKey(), name: '', isFavorite: false, members: [], isNew: true, isDirty: false });

/** A stored group to be edited; whose account is gone is left out (S2§5). */
export const draftOf = ({ key, name, isFavorite, members }: ContactGroup, contacts: readonly Contact[]): GroupDraft => {
  const here = new Set(contacts.filter(({ status }) => status !== 'deleted').map((contact) => contact.key));
  return { key, name, isFavorite, members: members.filter((member) => here.has(member)), isNew: false, isDirty: false };
};

interface GroupDraftState {
  readonly draft: GroupDraft | null;
  /** Which screens of the draft lie above each other, the shown one last: so many steps lead back out of it. */
  readonly trail: readonly GroupScreen[];
}

const initialState: GroupDraftState = { draft: null, trail: [] };

const changed = (state: GroupDraftState, change: Partial<GroupDraft>): GroupDraftState => (state.draft === null ? state : { ...state, draft: { ...state.draft, ...change, isDirty: true } });

const slice = createSlice({
  name: 'social/groupDraft',
  initialState,
  reducers: {
    draftStarted: (state: GroupDraftState, { payload: draft }: PayloadAction<GroupDraft>): GroupDraftState => ({ ...state, draft }),
    screenEntered: (state: GroupDraftState, { payload: screen }: PayloadAction<GroupScreen>): GroupDraftState => {
      const at = state.trail.indexOf(screen);
      return { ...state, trail: at < 0 ? [...state.trail, screen] : state.trail.slice(0, at + 1) };
    },
    membersPicked: (state: GroupDraftState, { payload: members }: PayloadAction<readonly string[]>): GroupDraftState => changed(state, { members }),
    nameTyped: (state: GroupDraftState, { payload: name }: PayloadAction<string>): GroupDraftState => changed(state, { name }),
    draftLeft: (): GroupDraftState => initialState,
  },
  extraReducers: (builder) => {
    builder.addCase(userChanged, () => initialState);
  },
});

const reducer = rootReducer.inject(slice);

export const { draftStarted, screenEntered, membersPicked, nameTyped, draftLeft } = slice.actions;

/** The group that is edited, and the way to where it was begun. */
export const selectGroupDraft = reducer.selector((state): GroupDraftState => state['social/groupDraft']);
