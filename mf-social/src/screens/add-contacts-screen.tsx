import { defineScreen, useShell } from '@mahlzeit/shared-ui/platform';
import { ActionRow, PeopleHeading } from '@mahlzeit/shared-ui/ui/people';
import { Hash, Mail, QrCode } from 'lucide-react';
import type { ComponentProps } from 'react';
import { AddPeopleSheet, SelectablePeople, useSuggestedUsers } from '../features/people';
import { useCodeAndEmail, useConnectionLink } from '../features/connection';
import { usePersonActions } from '../features/person';
import { useTexts } from '../social-texts';

type SuggestedUsers = ReturnType<typeof useSuggestedUsers>;

/** People whom the user might know. Renders nothing if there are no suggestions. */
const SuggestedPeople = ({
  suggestions: { people, isLoading },
  pickedUsers,
}: {
  readonly suggestions: SuggestedUsers;
  readonly pickedUsers: Omit<ComponentProps<typeof SelectablePeople>, 'people' | 'isLoading' | 'heading'>;
}) => {
  const t = useTexts();
  return <SelectablePeople {...pickedUsers} heading={t('SuggestedContact')} people={people} isLoading={isLoading} />;
};

interface OtherWaysProps {
  readonly onCode: () => void;
  readonly onLink: () => void;
}

/** Other options for adding contacts: by code, e-mail address or link. */
const OtherWaysToAdd = ({ onCode, onLink }: OtherWaysProps) => {
  const t = useTexts();
  return (
    <div>
      <ul>
        <PeopleHeading>{t('OtherWays')}</PeopleHeading>
      </ul>
      <ActionRow icon={Hash} label={t('UseCode')} text={t('UseCodeHint')} onClick={onCode} />
      <ActionRow icon={Mail} label={t('FromEmails')} text={t('FromEmailsHint')} onClick={onCode} />
      <ActionRow icon={QrCode} label={t('ConnectUser')} text={t('ConnectUserHint')} onClick={onLink} />
    </div>
  );
};

/** Screen that adds contacts: by name, by code or by e-mail address. */
export const AddContacts = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const { add } = usePersonActions();
  const suggestions = useSuggestedUsers();
  const { open: openCodeSheet, sheet: codeSheet } = useCodeAndEmail(() => navigation.back());
  const { open: openLinkSheet, sheet: linkSheet } = useConnectionLink();
  return (
    <>
      <AddPeopleSheet
        title={t('AddContactHeader')}
        explanation={t('AddContactExplanation')}
        searchedUsers="contactable"
        confirmLabel={(pickedCount) => t('AddContactsCount', { count: pickedCount })}
        onConfirm={add}
        suggestedPeople={suggestions.people}
        footer={<OtherWaysToAdd onCode={openCodeSheet} onLink={openLinkSheet} />}
      >
        {(pickedUsers) => <SuggestedPeople suggestions={suggestions} pickedUsers={pickedUsers} />}
      </AddPeopleSheet>
      {codeSheet}
      {linkSheet}
    </>
  );
};

export default defineScreen(AddContacts);
