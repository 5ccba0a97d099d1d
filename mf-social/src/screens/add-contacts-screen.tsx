import { defineScreen, useLazyPart, useShell } from '@mahlzeit/shared-ui/platform';
import { ActionRow, PeopleHeading } from '@mahlzeit/shared-ui/ui/people';
import { Hash, Mail, QrCode } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { AddPeopleSheet, FoundPeople } from '../features/add-people-sheet';
import { useConnectionLink } from '../features/connection-link';
import { usePersonActions } from '../features/person';
import { useSuggestedUsers } from '../features/user-search';
import { useTexts } from '../social-texts';

type Suggestions = ReturnType<typeof useSuggestedUsers>;

/** People whom the reader might know; nothing where there are none. */
const Suggested = ({
  suggestions: { people, isLoading },
  picked,
}: {
  readonly suggestions: Suggestions;
  readonly picked: Omit<ComponentProps<typeof FoundPeople>, 'people' | 'isLoading' | 'heading'>;
}) => {
  const t = useTexts();
  return <FoundPeople {...picked} heading={t('SuggestedContact')} people={people} isLoading={isLoading} />;
};

interface OtherWaysProps {
  readonly onCode: () => void;
  readonly onLink: () => void;
}

/** Ways to contacts besides their name. */
const OtherWays = ({ onCode, onLink }: OtherWaysProps) => {
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

/** Finds people and makes them contacts: by name, by code, by e-mail address. */
export const AddContacts = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const { add } = usePersonActions();
  const suggestions = useSuggestedUsers();
  const [isCodeOpen, setIsCodeOpen] = useState(false);
  const { part: code, load } = useLazyPart(() => import('../features/code-and-email'));
  const openCode = async (): Promise<void> => setIsCodeOpen(await load());
  const { open: openLink, sheet: linkSheet } = useConnectionLink();
  return (
    <>
      <AddPeopleSheet
        title={t('AddContactHeader')}
        explanation={t('AddContactExplanation')}
        users="contactable"
        confirmLabel={(count) => t('AddContactsCount', { count })}
        confirm={add}
        suggested={suggestions.people}
        footer={<OtherWays onCode={() => void openCode()} onLink={openLink} />}
      >
        {(picked) => <Suggested suggestions={suggestions} picked={picked} />}
      </AddPeopleSheet>
      {isCodeOpen && code !== null && (
        <code.CodeAndEmailSheet onDone={() => navigation.back()} onClose={() => setIsCodeOpen(false)} />
      )}
      {linkSheet}
    </>
  );
};

export default defineScreen(AddContacts);
