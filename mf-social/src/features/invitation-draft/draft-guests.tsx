import { MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { useLazyPart, useShell } from '@mahlzeit/shared-ui/platform';
import { H3, Inline, Small } from '@mahlzeit/shared-ui/ui';
import { PersonChips } from '@mahlzeit/shared-ui/ui/people';
import { useState } from 'react';
import styled from 'styled-components';
import { openDraftScreen } from './draft-navigation';
import { guestsOf, mayRemoveAttendee } from './draft-rules';
import type { InvitationDraft } from './draft-rules';
import { useTexts } from './draft-texts';
import type { Draft } from './use-draft';

interface DraftGuestsProps {
  readonly draft: InvitationDraft;
  readonly uid: string;
  readonly change: Draft['change'];
}

/**
 * Invited people of an invitation's draft, with a button that leads to the choice of further people. A press on a name
 * opens the action sheet of that person, whose script is loaded with the first press.
 */
export const DraftGuests = ({ draft, uid, change: changeDraft }: DraftGuestsProps) => {
  const t = useTexts();
  const shell = useShell();
  const { part: personModule, load: loadPersonModule } = useLazyPart(() => import('../person'));
  const [openGuestKey, setOpenGuestKey] = useState<string | null>(null);
  const guests = guestsOf(draft, uid).map(({ key, name, photoURL }) => ({ key, name, pictureUrl: photoURL }));
  const openGuest = guests.find(({ key }) => key === openGuestKey);
  const removeGuest = (attendeeKey: string): void => {
    if (mayRemoveAttendee(draft, attendeeKey, uid))
      changeDraft({ attendees: draft.attendees.filter((attendee) => attendee.key !== attendeeKey) });
  };
  const showActions = async (guestKey: string): Promise<void> => {
    if (await loadPersonModule()) setOpenGuestKey(guestKey);
  };
  return (
    <section aria-label={t('WithWhom')}>
      <SectionHeader>
        <H3 as="h2">{t('WithWhom')}</H3>
        <Small $tone="quiet">{t('GuestsOfMax', { count: guests.length, max: MAX_OTHER_PEOPLE })}</Small>
      </SectionHeader>
      <PersonChips
        label={t('WithWhom')}
        people={guests}
        removeLabel={(guestName) => t('RemoveGuest', { name: guestName })}
        onRemove={removeGuest}
        // The promise isn't awaited, because `load` reports its errors itself.
        onOpen={(guestKey) => void showActions(guestKey)}
        moreLabel={(hiddenGuestCount) => t('AndMoreGuests', { count: hiddenGuestCount })}
        addButton={{ label: t('SomebodyMore'), onClick: () => openDraftScreen(shell, 'invitationcontacts') }}
      />
      {personModule !== null && openGuest !== undefined && (
        <personModule.PersonSheet
          person={openGuest}
          removal={
            mayRemoveAttendee(draft, openGuest.key, uid)
              ? {
                  label: t('RemoveGuest', { name: openGuest.name }),
                  onClick: () => removeGuest(openGuest.key),
                }
              : undefined
          }
          onClose={() => setOpenGuestKey(null)}
        />
      )}
    </section>
  );
};

const SectionHeader = styled(Inline)`
  justify-content: space-between;
  align-items: baseline;
  margin-bottom: 10px;
`;
