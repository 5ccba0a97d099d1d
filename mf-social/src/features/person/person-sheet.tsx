import { useCollection } from '@mahlzeit/shared-ui/platform';
import { Avatar } from '@mahlzeit/shared-ui/ui/dialog';
import { ActionRow, ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Ban, LockOpen, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { liveBlockedUsers, liveContacts } from '../contacts';
import { useBlockPerson, usePersonActions, useTexts, useEnsureVerified } from './person-actions';
import { PersonReportSheet } from './report';
import type { ReportedPart } from './report';
import { ReportRows } from './report-rows';

/** Person on whom the sheet offers actions: a participant of a chat or an attendee of a meetup. */
interface SheetPerson {
  readonly key: string;
  readonly name: string;
  readonly pictureUrl: string | null;
}

interface PersonRowsProps {
  readonly person: SheetPerson;
  readonly onReport: (part: ReportedPart) => void;
  readonly onClose: () => void;
}

/** Rows of actions on a person. They depend on whether the person is a contact, blocked, or neither (S2§4). */
export const PersonRows = ({ person: { key, name, pictureUrl }, onReport, onClose }: PersonRowsProps) => {
  const t = useTexts();
  const { add, unblock } = usePersonActions();
  const { block } = useBlockPerson();
  const ensureVerified = useEnsureVerified();
  const isContact = useCollection(liveContacts).items.some((contact) => contact.key === key);
  const blockedUser = useCollection(liveBlockedUsers).items.find((user) => user.key === key);
  const closeSheetAndRun = (action: () => Promise<unknown>) => async (): Promise<void> => {
    onClose();
    if (await ensureVerified()) await action();
  };
  const blockPerson = (): void => {
    onClose();
    // The promise isn't awaited, because `block` opens its confirmation dialog and shows its own result.
    void block({ key, name });
  };
  return (
    <>
      <ReportRows pictureUrl={pictureUrl} onReport={onReport} />
      {blockedUser === undefined && !isContact && (
        <ActionRow
          icon={UserPlus}
          label={t('AddPerson', { name })}
          onClick={() => void closeSheetAndRun(() => add([key]))()}
        />
      )}
      {blockedUser === undefined && (
        <ActionRow icon={Ban} label={t('BlockPerson', { name })} isDanger onClick={blockPerson} />
      )}
      {blockedUser !== undefined && (
        <ActionRow
          icon={LockOpen}
          label={t('UnblockPerson', { name })}
          onClick={() => void closeSheetAndRun(() => unblock(blockedUser, false))()}
        />
      )}
      {blockedUser !== undefined && !isContact && (
        <ActionRow
          icon={UserPlus}
          label={t('UnblockAndAddPerson', { name })}
          onClick={() => void closeSheetAndRun(() => unblock(blockedUser, true))()}
        />
      )}
    </>
  );
};

interface PersonSheetProps {
  readonly person: SheetPerson;
  /** Action that removes the person from the draft of an invitation (S2§4). */
  readonly removal?: { readonly label: string; readonly onClick: () => void };
  readonly onClose: () => void;
}

/** Sheet with all actions on a person. The script is loaded when the first sheet opens. */
export const PersonSheet = ({ person, removal, onClose }: PersonSheetProps) => {
  const [reportedPart, setReportedPart] = useState<ReportedPart | null>(null);
  if (reportedPart !== null) return <PersonReportSheet person={person} part={reportedPart} onClose={onClose} />;
  const { name, pictureUrl } = person;
  const removePerson = (): void => {
    onClose();
    removal?.onClick();
  };
  return (
    <ActionSheet title={name} emblem={<Avatar name={name} pictureUrl={pictureUrl} size="large" />} onClose={onClose}>
      <div>
        {removal !== undefined && <ActionRow icon={UserMinus} label={removal.label} onClick={removePerson} />}
        <PersonRows person={person} onReport={setReportedPart} onClose={onClose} />
      </div>
    </ActionSheet>
  );
};
