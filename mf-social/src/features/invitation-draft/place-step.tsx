import { uidOf, useShell } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useEffect, useEffectEvent } from 'react';
import { nextStep } from './draft-rules';
import { useTexts } from './draft-texts';
import { RestaurantSearch } from './restaurant-search';
import { useDateStep } from './use-date-step';
import { useDraft } from './use-draft';

/** First step of a draft: lets the user choose the restaurant. */
export const PlaceStep = () => {
  const t = useTexts();
  const shell = useShell();
  const draft = useDraft('invitationrestaurant');
  const { draft: invitationDraft } = draft;
  const { ask, sheet } = useDateStep(draft);
  // A user who chose a restaurant on its page and returned is asked for the date at once. A user who returned to look
  // for another restaurant isn't.
  const askForDateAtOnce = useEffectEvent(() => {
    if (
      draft.wantsDate &&
      invitationDraft !== null &&
      nextStep(invitationDraft, uidOf(shell.session.get()) ?? '') === 'date'
    )
      ask();
  });
  useEffect(() => askForDateAtOnce(), []);
  if (invitationDraft === null) return null;
  const chooseRestaurant = (restaurant: string): void => {
    draft.change({ restaurant });
    if (draft.goOn() === 'date') ask();
  };
  return (
    <>
      <Sheet title={t('WhereToMeet')} backButton={{ label: t('Back'), onClick: draft.stepBack }} onClose={draft.leave}>
        <RestaurantSearch onChoose={chooseRestaurant} />
      </Sheet>
      {sheet}
    </>
  );
};
