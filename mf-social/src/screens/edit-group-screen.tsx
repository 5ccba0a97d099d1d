import { MAX_ATTENDEES, MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { defineScreen, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { ContactPicker } from '../features/people';
import { GroupPlaceholder, useGroupDraft } from '../features/group-editor';
import type { GroupEditor } from '../features/group-editor';
import { useTexts } from '../social-texts';

/**
 * Button below the choice of members. For a new group the button leads to the screen with the name. If the user came
 * from that screen, the button returns there. For a group that is stored already, it saves the members.
 */
const NextButton = ({ editor }: { readonly editor: GroupEditor & { readonly status: 'ready' } }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { draft, trail, membersReason, isBusy, save } = editor;
  if (draft.isNew)
    return (
      <Button isBlock disabledReason={membersReason} onClick={() => navigation.open('editgroupname')}>
        {t('ToGroupName')}
      </Button>
    );
  if (trail.at(-2) === 'editgroupname')
    return (
      <Button isBlock disabledReason={membersReason} onClick={() => navigation.back()}>
        {t('BackToGroupName')}
      </Button>
    );
  return (
    <Button isBlock isBusy={isBusy} disabledReason={membersReason} onClick={() => save(draft)}>
      {t('Save')}
    </Button>
  );
};

/** Screen on which the user chooses the members of a group of contacts. */
export const EditGroup = ({ params: [groupKey] }: Pick<ScreenProps, 'params'>) => {
  const t = useTexts();
  const { navigation } = useShell();
  const editor = useGroupDraft(groupKey, 'editgroup');
  if (editor.status !== 'ready')
    return (
      <GroupPlaceholder title={t(groupKey === undefined ? 'AddGroup' : 'EditGroupMembers')} status={editor.status} />
    );
  const { draft, pickMembers } = editor;
  return (
    <Sheet
      title={draft.isNew ? t('AddGroup') : t('ContactGroupEditMembers', { name: draft.name })}
      subtitle={t('PickedCountOfMax', { count: draft.members.length, max: MAX_OTHER_PEOPLE })}
      backButton={{ label: t('Back'), onClick: () => navigation.back() }}
      onClose={navigation.close}
      dock={<NextButton editor={editor} />}
    >
      <ContactPicker
        picked={draft.members}
        onChange={pickMembers}
        max={MAX_OTHER_PEOPLE}
        maxWarning={{ title: t('MaxGroupMembersTitle'), text: t('MaxGroupMembersWarning', { max: MAX_ATTENDEES }) }}
        takesUninvitable
        empty={{ title: t('NoContactsTitle'), text: t('NoContactsForGroup') }}
      />
    </Sheet>
  );
};

export default defineScreen(EditGroup);
