import type { Contact, ContactGroup } from '@mahlzeit/contract';
import {
  cleanName,
  isGroupNameTaken,
  isGroupTooSmall,
  MAX_GROUPS,
  NAME_MAX_LENGTH,
  textLength,
} from '@mahlzeit/contract/rules';
import {
  createRandomKey,
  createSlice,
  errorText,
  rootReducer,
  unreachedTextOr,
  useCollection,
  userChanged,
  useHoldReload,
  useSelector,
  useShell,
  useSingleFlight,
} from '@mahlzeit/shared-ui/platform';
import type { PayloadAction } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState, RowSkeletons } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTexts } from '../social-texts';
import { liveContactGroups, liveContacts, storeGroup } from './contacts';
import type { PickedKeys } from './people';

/** Keys of the two screens that edit a group. */
type GroupScreen = 'editgroup' | 'editgroupname';

/** Draft of a group of contacts, which the user edits on two screens. It is deleted when both screens are closed. */
interface GroupDraft {
  readonly key: string;
  readonly name: string;
  readonly isFavorite: boolean;
  readonly members: readonly string[];
  /** Members of the stored group who still have an account; null for a new group. */
  readonly storedMembers: readonly string[] | null;
  /** Whether the gateway has not stored the group yet. */
  readonly isNew: boolean;
  readonly isDirty: boolean;
}

const createGroupDraft = (): GroupDraft => ({
  key: createRandomKey(),
  name: '',
  isFavorite: false,
  members: [],
  storedMembers: null,
  isNew: true,
  isDirty: false,
});

/** Creates the draft of a stored group. Deleted accounts are left out (S2§5). */
const groupDraftOf = ({ key, name, isFavorite, members }: ContactGroup, contacts: readonly Contact[]): GroupDraft => {
  const activeContactKeys = new Set(
    contacts.filter(({ status }) => status !== 'deleted').map((contact) => contact.key),
  );
  const activeMembers = members.filter((memberKey) => activeContactKeys.has(memberKey));
  return {
    key,
    name,
    isFavorite,
    members: activeMembers,
    storedMembers: activeMembers,
    isNew: false,
    isDirty: false,
  };
};

interface GroupDraftState {
  readonly draft: GroupDraft | null;
  /**
   * Open screens of the group's draft; the visible one is the last. Leaving the editor goes back as many steps as this
   * list has screens.
   */
  readonly screenTrail: readonly GroupScreen[];
}

const initialDraftState: GroupDraftState = { draft: null, screenTrail: [] };

const withDraftChange = (state: GroupDraftState, draftChange: Partial<GroupDraft>): GroupDraftState =>
  state.draft === null ? state : { ...state, draft: { ...state.draft, ...draftChange, isDirty: true } };

const groupDraftSlice = createSlice({
  name: 'social/groupDraft',
  initialState: initialDraftState,
  reducers: {
    groupDraftStarted: (state: GroupDraftState, { payload: draft }: PayloadAction<GroupDraft>): GroupDraftState => ({
      ...state,
      draft,
    }),
    groupScreenEntered: (state: GroupDraftState, { payload: screen }: PayloadAction<GroupScreen>): GroupDraftState => {
      const screenIndex = state.screenTrail.indexOf(screen);
      return {
        ...state,
        screenTrail: screenIndex < 0 ? [...state.screenTrail, screen] : state.screenTrail.slice(0, screenIndex + 1),
      };
    },
    membersPicked: (state: GroupDraftState, { payload: members }: PayloadAction<readonly string[]>): GroupDraftState =>
      withDraftChange(state, { members }),
    nameTyped: (state: GroupDraftState, { payload: name }: PayloadAction<string>): GroupDraftState =>
      withDraftChange(state, { name }),
    groupDraftLeft: (): GroupDraftState => initialDraftState,
  },
  extraReducers: (builder) => {
    builder.addCase(userChanged, () => initialDraftState);
  },
});

const groupDraftReducer = rootReducer.inject(groupDraftSlice);

const { groupDraftStarted, groupScreenEntered, membersPicked, nameTyped, groupDraftLeft } = groupDraftSlice.actions;

/** Selects the draft and its open screens from the store. */
const selectGroupDraft = groupDraftReducer.selector((state): GroupDraftState => state['social/groupDraft']);

const isGroupScreen = (key: string | undefined): boolean => key === 'editgroup' || key === 'editgroupname';

/** Text key of the error in a group's name. */
export type GroupNameError = 'GroupNameMissing' | 'GroupNameTooLong' | 'ErrorGroupNameTaken';

/** Validates a group's name after removing extra spaces. The group may keep the name that it already has (S11). */
export const groupNameError = (
  { key, name }: Pick<GroupDraft, 'key' | 'name'>,
  groups: readonly { readonly key: string; readonly name: string }[],
): GroupNameError | null => {
  const trimmedName = cleanName(name);
  if (trimmedName === '') return 'GroupNameMissing';
  if (textLength(trimmedName) > NAME_MAX_LENGTH) return 'GroupNameTooLong';
  return isGroupNameTaken(groups, { key, name: trimmedName }) ? 'ErrorGroupNameTaken' : null;
};

/** State of a group's draft on a screen: `loading` before the group is loaded, `gone` for a deleted group. */
type GroupDraftView =
  { readonly status: 'ready'; readonly draft: GroupDraft } | { readonly status: 'loading' | 'gone' };

/**
 * Returns the current draft of a group, or starts one. The URL holds the key of a stored group, so that a reload edits
 * the same group. Without a key the group is new.
 */
const useCurrentGroupDraft = (groupKey: string | undefined, screen: GroupScreen): GroupDraftView => {
  const { store, navigation } = useShell();
  const { draft } = useSelector(selectGroupDraft);
  const groups = useCollection(liveContactGroups);
  const contacts = useCollection(liveContacts);
  const isDraftCurrent = draft !== null && (groupKey === undefined ? draft.isNew : draft.key === groupKey);
  // Without a connection the last loaded data stays valid. The group can be edited, and stored once the connection is
  // back.
  const areListsLoaded = [groups.status, contacts.status].every((status) => status === 'live' || status === 'stale');
  const group = groups.items.find(({ key }) => key === groupKey);
  const ensureDraft = useEffectEvent(() => {
    if (isDraftCurrent) return;
    if (groupKey === undefined && screen === 'editgroup') store.dispatch(groupDraftStarted(createGroupDraft()));
    // Without chosen members the group can't get a name. The screen therefore goes back to the choice of members.
    else if (groupKey === undefined) navigation.back();
    else if (areListsLoaded && group !== undefined)
      store.dispatch(groupDraftStarted(groupDraftOf(group, contacts.items)));
  });
  useEffect(() => ensureDraft(), [isDraftCurrent, groupKey, areListsLoaded]);
  if (isDraftCurrent) return { status: 'ready', draft };
  return {
    status:
      groupKey !== undefined && groups.status === 'live' && contacts.status === 'live' && group === undefined
        ? 'gone'
        : 'loading',
  };
};

/** Stores which of the two screens are open, and deletes the group's draft once both are closed. */
const useGroupScreenTrail = (screen: GroupScreen): void => {
  const { store, navigation } = useShell();
  useEffect(() => {
    store.dispatch(groupScreenEntered(screen));
    const closeEditor = (): void => {
      if (!isGroupScreen(navigation.current()?.key)) store.dispatch(groupDraftLeft());
    };
    return closeEditor;
  }, [store, navigation, screen]);
};

/**
 * Returns a function that saves the group, with one request at a time, and returns to the screen from which the editor
 * was opened.
 */
const useSaveGroup = (closeEditor: () => void) => {
  const t = useTexts();
  const shell = useShell();
  const { isBusy, run } = useSingleFlight();
  const [takenName, setTakenName] = useState<string | null>(null);
  const saveGroup = (draft: GroupDraft): void =>
    run(async () => {
      const storeAnswer = await storeGroup(shell, { ...draft, name: cleanName(draft.name) });
      if (storeAnswer.ok) {
        shell.snackbar({
          tone: 'success',
          text: t(draft.isNew ? 'SuccessGroupSent' : 'SuccessGroupUpdated', { name: storeAnswer.value.name }),
        });
        return closeEditor();
      }
      const { code: errorCode } = storeAnswer.error;
      if (errorCode === 'ErrorGroupNameTaken') return setTakenName(draft.name);
      if (errorCode === 'listFull')
        return shell.snackbar({ tone: 'error', text: t('ErrorGroupListFull', { max: MAX_GROUPS }) });
      const hasOwnErrorText = errorCode === 'ErrorTooFewContacts' || errorCode === 'ErrorTooManyAttempts';
      shell.snackbar({
        tone: 'error',
        text: hasOwnErrorText
          ? errorText(storeAnswer.error)
          : unreachedTextOr(storeAnswer.error, t(draft.isNew ? 'ErrorGroupNotSent' : 'ErrorGroupNotUpdated')),
      });
    });
  return { save: saveGroup, isBusy, refusedName: takenName };
};

/**
 * Returns the draft of a group and the actions that change it, for the screen with the members and the screen with the
 * name.
 */
export const useGroupDraft = (groupKey: string | undefined, screen: GroupScreen) => {
  const t = useTexts();
  const { store, navigation } = useShell();
  const groups = useCollection(liveContactGroups);
  const draftView = useCurrentGroupDraft(groupKey, screen);
  const { screenTrail } = useSelector(selectGroupDraft);
  useGroupScreenTrail(screen);
  useHoldReload(draftView.status === 'ready' && draftView.draft.isDirty);
  const { save, isBusy, refusedName } = useSaveGroup(() => navigation.back(Math.max(screenTrail.length, 1)));
  const draft = draftView.status === 'ready' ? draftView.draft : null;
  const nameError =
    draft === null ? null : draft.name === refusedName ? 'ErrorGroupNameTaken' : groupNameError(draft, groups.items);
  return {
    ...draftView,
    trail: screenTrail,
    isBusy,
    nameError,
    /** Text that says why the chosen members aren't enough for a group; undefined if they are. */
    membersReason:
      draft !== null && isGroupTooSmall(draft.members, draft.storedMembers) ? t('ErrorTooFewContacts') : undefined,
    save,
    pickMembers: (members: PickedKeys): void => void store.dispatch(membersPicked(members)),
    typeName: (name: string): void => void store.dispatch(nameTyped(name)),
  };
};

/** Draft of a group with the actions that change it, for the screen with the members and the screen with the name. */
export type GroupEditor = ReturnType<typeof useGroupDraft>;

interface GroupPlaceholderProps {
  readonly title: string;
  readonly status: 'loading' | 'gone';
}

/** Placeholder for the editor while the group is loading, or after it was deleted. */
export const GroupPlaceholder = ({ title, status }: GroupPlaceholderProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <Sheet title={title} backButton={{ label: t('Back'), onClick: () => navigation.back() }} onClose={navigation.close}>
      {status === 'loading' ? (
        <RowSkeletons />
      ) : (
        <EmptyState art="pot-of-food" title={t('GroupGoneTitle')} text={t('GroupGoneText')}>
          <Button variant="tint" onClick={() => navigation.replace('contacts')}>
            {t('Contacts')}
          </Button>
        </EmptyState>
      )}
    </Sheet>
  );
};
