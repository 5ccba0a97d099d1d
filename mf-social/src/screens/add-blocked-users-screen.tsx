import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Small } from '@mahlzeit/shared-ui/ui';
import { AddPeopleSheet } from '../features/people';
import { usePersonActions } from '../features/person';
import { useTexts } from '../social-texts';

/**
 * Screen on which the user searches people and blocks the chosen ones. The search also finds people who block the user.
 */
export const AddBlockedUsers = () => {
  const t = useTexts();
  const { blockAll } = usePersonActions();
  return (
    <AddPeopleSheet
      title={t('AddBlockedUsers')}
      explanation={t('BlockExplanation')}
      searchedUsers="blockable"
      confirmLabel={(pickedCount) => t('BlockCount', { count: pickedCount })}
      onConfirm={blockAll}
    >
      {() => (
        <Small role="status" $tone="quiet">
          {t('NoValidSearch')}
        </Small>
      )}
    </AddPeopleSheet>
  );
};

export default defineScreen(AddBlockedUsers);
