import type { BlockedUser } from '@mahlzeit/contract';
import { DELETED_PERSON } from '@mahlzeit/contract/rules';
import { defineScreen, useCollection, useLazyPart, useShell } from '@mahlzeit/shared-ui/platform';
import { CollectionList } from '@mahlzeit/shared-ui/platform/collections';
import { Button } from '@mahlzeit/shared-ui/ui';
import { Avatar, Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { ActionRow, ActionSheet, PersonRow } from '@mahlzeit/shared-ui/ui/people';
import { LockOpen, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { liveBlockedUsers } from '../features/contacts';
import { ReportRows, usePersonActions } from '../features/person';
import type { ReportedPart } from '../features/person';
import { useTexts } from '../social-texts';

interface BlockedUserRowProps {
  readonly user: BlockedUser;
  readonly onOpen: () => void;
}

const BlockedUserRow = ({ user: { name, photoURL, pending }, onOpen }: BlockedUserRowProps) => {
  const t = useTexts();
  return (
    <PersonRow
      leading={<Avatar name={name} pictureUrl={photoURL} size="list" />}
      title={name}
      text={pending ? t('IsUnblocking') : undefined}
      onClick={pending ? undefined : onOpen}
    />
  );
};

interface UnblockSheetProps {
  readonly user: BlockedUser;
  readonly onReport: (part: ReportedPart) => void;
  readonly onClose: () => void;
}

const UnblockSheet = ({ user, onReport, onClose }: UnblockSheetProps) => {
  const t = useTexts();
  const { unblock } = usePersonActions();
  const closeAndUnblock = (addAsContacts: boolean) => (): void => {
    onClose();
    // The promise isn't awaited: the row shows that the request is running, and a snackbar shows the result.
    void unblock(user, addAsContacts);
  };
  return (
    <ActionSheet
      title={user.name}
      text={t('IsBlocked')}
      emblem={<Avatar name={user.name} pictureUrl={user.photoURL} size="large" />}
      onClose={onClose}
    >
      <div>
        <ActionRow icon={LockOpen} label={t('UnblockUser')} onClick={closeAndUnblock(false)} />
        <ActionRow icon={UserPlus} label={t('UnblockAndAddUser')} onClick={closeAndUnblock(true)} />
        <ReportRows pictureUrl={user.photoURL} onReport={onReport} />
      </div>
    </ActionSheet>
  );
};

/** Screen with the users whom the current user blocks. Each has a button that unblocks the user. */
export const BlockedUsers = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const blockedUsers = useCollection(liveBlockedUsers);
  // Returns a blocked user with the name to show. The name of a deleted account isn't shown (A09).
  const withDisplayName = (user: BlockedUser): BlockedUser =>
    user.status === 'deleted' ? { ...user, name: DELETED_PERSON } : user;
  const [openUserKey, setOpenUserKey] = useState<string | null>(null);
  const openUser = blockedUsers.items.find(({ key, pending }) => key === openUserKey && !pending);
  const [reportedUser, setReportedUser] = useState<{
    readonly person: BlockedUser;
    readonly part: ReportedPart;
  } | null>(null);
  const { part: reportModule, load } = useLazyPart(() => import('../features/person'));
  const openReport = async (person: BlockedUser, part: ReportedPart): Promise<void> => {
    setOpenUserKey(null);
    if (await load()) setReportedUser({ person, part });
  };
  const openAddBlockedUsers = () => navigation.open('addblockedusers');
  return (
    <>
      <Sheet
        title={t('BlockedUsers')}
        subtitle={t('BlockedUsersExplanation')}
        onClose={navigation.close}
        dock={
          <Button isBlock variant="second" onClick={openAddBlockedUsers}>
            {t('AddBlockedUsers')}
          </Button>
        }
      >
        <CollectionList
          collection={blockedUsers}
          look="plain"
          failedTitle={t('BlockedUsersFailedTitle')}
          empty={{ art: 'olive', title: t('NoBlockedUsers'), text: t('NoBlockedUsersText'), wayOut: null }}
        >
          {(user) => <BlockedUserRow user={withDisplayName(user)} onOpen={() => setOpenUserKey(user.key)} />}
        </CollectionList>
      </Sheet>
      {openUser !== undefined && (
        <UnblockSheet
          user={withDisplayName(openUser)}
          onReport={(part) => void openReport(openUser, part)}
          onClose={() => setOpenUserKey(null)}
        />
      )}
      {reportedUser !== null && reportModule !== null && (
        <reportModule.PersonReportSheet
          {...reportedUser}
          person={withDisplayName(reportedUser.person)}
          onClose={() => setReportedUser(null)}
        />
      )}
    </>
  );
};

export default defineScreen(BlockedUsers);
