import { DELETED_PERSON, NAME_MAX_LENGTH } from '@mahlzeit/contract/rules';
import { defineScreen, useCollection, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Button, Stack } from '@mahlzeit/shared-ui/ui';
import { Avatar, Mosaic, Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { TextField } from '@mahlzeit/shared-ui/ui/form';
import { ActionRow, PeopleHeading, PersonRow } from '@mahlzeit/shared-ui/ui/people';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import styled from 'styled-components';
import { liveContacts, membersOf } from '../features/contacts';
import { GroupPlaceholder, useGroupDraft } from '../features/group-editor';
import type { GroupEditor } from '../features/group-editor';
import { useTexts } from '../social-texts';

/** Members of a group of contacts, with a button that leads to the choice of members. */
const GroupMemberList = ({
  groupMembers,
  onEdit,
}: {
  readonly groupMembers: readonly { readonly key: string; readonly name: string; readonly pictureUrl: string | null }[];
  readonly onEdit: () => void;
}) => {
  const t = useTexts();
  return (
    <div>
      <ul>
        <PeopleHeading>{t('MemberCount', { count: groupMembers.length })}</PeopleHeading>
        {groupMembers.map(({ key, name, pictureUrl }) => (
          <PersonRow key={key} leading={<Avatar name={name} pictureUrl={pictureUrl} size="list" />} title={name} />
        ))}
      </ul>
      <ActionRow icon={Pencil} label={t('EditGroupMembers')} onClick={onEdit} />
    </div>
  );
};

const GROUP_NAME_FORM_ID = 'group-name';

/** Sheet that asks for the name of a group after its members were chosen. */
const GroupNameSheet = ({
  editor,
  title,
}: {
  readonly editor: GroupEditor & { readonly status: 'ready' };
  readonly title: string;
}) => {
  const t = useTexts();
  const { navigation } = useShell();
  const contacts = useCollection(liveContacts);
  const [wasNameFieldLeft, setWasNameFieldLeft] = useState(false);
  const { draft, trail, nameError, membersReason, isBusy, save, typeName } = editor;
  const groupMembers = membersOf(draft, contacts.items).map(({ key, name, photoURL }) => ({
    key,
    name: name ?? DELETED_PERSON,
    pictureUrl: photoURL,
  }));
  const nameErrorText = nameError === null ? undefined : t(nameError);
  // No error is shown before the user has left the field for the first time, except for a name that is already used.
  const visibleError = wasNameFieldLeft || nameError === 'ErrorGroupNameTaken' ? nameErrorText : undefined;
  const editMembers = (): void =>
    trail.at(-2) === 'editgroup'
      ? navigation.back()
      : navigation.open('editgroup', ...(draft.isNew ? [] : [draft.key]));
  const submitForm = (event: FormEvent): void => {
    event.preventDefault();
    if (nameErrorText === undefined && membersReason === undefined) save(draft);
  };
  return (
    <Sheet
      title={title}
      backButton={{ label: t('Back'), onClick: () => navigation.back() }}
      onClose={navigation.close}
      dock={
        <Button
          type="submit"
          form={GROUP_NAME_FORM_ID}
          isBlock
          isBusy={isBusy}
          disabledReason={membersReason ?? nameErrorText}
        >
          {draft.isNew ? t('AddGroup') : t('Save')}
        </Button>
      }
    >
      <Stack as="form" id={GROUP_NAME_FORM_ID} $gap={16} noValidate onSubmit={submitForm}>
        <GroupAvatar>
          <Mosaic mosaicPeople={groupMembers} size="large" />
        </GroupAvatar>
        <TextField
          label={t('GroupName')}
          value={draft.name}
          onChange={({ target }) => typeName(target.value)}
          onBlur={() => setWasNameFieldLeft(true)}
          error={visibleError}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="off"
        />
        <GroupMemberList groupMembers={groupMembers} onEdit={editMembers} />
      </Stack>
    </Sheet>
  );
};

const GroupAvatar = styled.div`
  display: grid;
  justify-items: center;
  padding-top: 8px;
`;

/** Screen that asks for the name of a group. */
export const EditGroupName = ({ params: [groupKey] }: Pick<ScreenProps, 'params'>) => {
  const t = useTexts();
  const editor = useGroupDraft(groupKey, 'editgroupname');
  const title = t('NameGroup');
  return editor.status === 'ready' ? (
    <GroupNameSheet editor={editor} title={title} />
  ) : (
    <GroupPlaceholder title={title} status={editor.status} />
  );
};

export default defineScreen(EditGroupName);
