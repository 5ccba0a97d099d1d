import type { Contact } from '@mahlzeit/contract';
import { MAX_ATTENDEES, MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { uidOf, useCollection, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, Caption, EmptyState, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ContactPicker } from '../people';
import type { PickedKeys } from '../people';
import { liveContacts } from '../contacts';
import { attendeeOf, guestsOf, isInvitableContact, mayRemoveAttendee } from './draft-rules';
import type { InvitationDraft } from './draft-rules';
import { useTexts } from './draft-texts';
import { useDateStep } from './use-date-step';
import { useDraft } from './use-draft';

interface GuestPickerProps {
  readonly draft: InvitationDraft;
  readonly uid: string;
  readonly contacts: readonly Contact[];
  readonly onChange: (pickedKeys: PickedKeys) => void;
}

const GuestPicker = ({ draft, uid, contacts, onChange }: GuestPickerProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const otherContacts = contacts.filter(({ key, status }) => status !== 'deleted' && key !== uid);
  const isContactOffered = (contact: Contact): boolean => contact.uninvitable || isInvitableContact(contact, draft);
  const searchContactButton = (
    <Button variant="tint" icon={UserPlus} onClick={() => navigation.open('addcontacts')}>
      {t('SearchContact')}
    </Button>
  );
  if (otherContacts.length > 0 && !otherContacts.some(isContactOffered))
    return (
      <EmptyState art="hot-beverage" title={t('AllUsersInvited')} text={t('AllUsersInvitedText')}>
        {searchContactButton}
      </EmptyState>
    );
  return (
    <Stack $gap={12}>
      <ContactPicker
        picked={guestsOf(draft, uid).map(({ key }) => key)}
        onChange={onChange}
        max={MAX_OTHER_PEOPLE}
        maxWarning={{ title: t('MaxAttendeesTitle'), text: t('MaxAttendeesWarning', { max: MAX_ATTENDEES }) }}
        takesUninvitable={false}
        empty={{ title: t('NobodyToInviteTitle'), text: t('NobodyToInviteText') }}
        hasGroups
        keepsNonContacts
        isOffered={isContactOffered}
      />
      {otherContacts.some(({ uninvitable }) => uninvitable) && (
        <Caption $tone="quiet">{t('UninvitableUsersHint')}</Caption>
      )}
      {otherContacts.length > 0 && searchContactButton}
    </Stack>
  );
};

/** Second step of an invitation's draft: the user chooses the people to invite. */
export const ContactsStep = () => {
  const t = useTexts();
  const shell = useShell();
  const draftEditor = useDraft('invitationcontacts');
  const { items: contacts } = useCollection(liveContacts);
  const uid = uidOf(shell.session.get()) ?? '';
  const { draft: invitationDraft } = draftEditor;
  const [hadGuestsInitially] = useState(() => invitationDraft !== null && guestsOf(invitationDraft, uid).length > 0);
  const { ask, sheet } = useDateStep(draftEditor);
  if (invitationDraft === null) return null;
  const guests = guestsOf(invitationDraft, uid);
  const changeGuests = (pickedKeys: PickedKeys): void => {
    const remainingAttendees = invitationDraft.attendees.filter(
      ({ key }) => pickedKeys.includes(key) || !mayRemoveAttendee(invitationDraft, key, uid),
    );
    const addedContacts = contacts.filter(
      ({ key }) => pickedKeys.includes(key) && !invitationDraft.attendees.some((attendee) => attendee.key === key),
    );
    draftEditor.change({ attendees: [...remainingAttendees, ...addedContacts.map(attendeeOf)] });
  };
  const goToNextStep = (): void => {
    if (draftEditor.goOn() === 'date') ask();
  };
  const dockContent = (
    <Button
      isBlock
      isBusy={draftEditor.isBusy}
      disabledReason={guests.length === 0 ? t('ErrorNoUsers') : undefined}
      onClick={goToNextStep}
    >
      {t(hadGuestsInitially ? 'UpdateAttendees' : 'ArrangeMeetup')}
    </Button>
  );
  return (
    <>
      <Sheet
        title={t('WhoComes')}
        subtitle={t('GuestsOfMax', { count: guests.length, max: MAX_OTHER_PEOPLE })}
        backButton={{ label: t('Back'), onClick: draftEditor.stepBack }}
        onClose={draftEditor.leave}
        entry={draftEditor.entry}
        dock={dockContent}
      >
        <div inert={draftEditor.isBusy}>
          <GuestPicker draft={invitationDraft} uid={uid} contacts={contacts} onChange={changeGuests} />
        </div>
      </Sheet>
      {sheet}
    </>
  );
};
