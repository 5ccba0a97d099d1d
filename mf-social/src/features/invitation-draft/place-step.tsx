import { uidOf, useShell } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useEffect, useEffectEvent } from 'react';
import { nextStep } from './draft-rules';
import { useTexts } from './draft-texts';
import { RestaurantSearch } from './restaurant-search';
import { useDateStep } from './use-date-step';
import { useDraft } from './use-draft';

/** First step of an invitation's draft: the user chooses the restaurant. */
export const PlaceStep = () => {
  const t = useTexts();
  const shell = useShell();
  const draftEditor = useDraft('invitationrestaurant');
  const { draft: invitationDraft } = draftEditor;
  const { ask, sheet } = useDateStep(draftEditor);
  // A user who chose a restaurant on its page and returned is asked for the date at once. A user who returned to look
  // for another restaurant isn't asked.
  const askForDateAtOnce = useEffectEvent(() => {
    if (
      draftEditor.wantsDate &&
      invitationDraft !== null &&
      nextStep(invitationDraft, uidOf(shell.session.get()) ?? '') === 'date'
    )
      ask();
  });
  useEffect(() => askForDateAtOnce(), []);
  if (invitationDraft === null) return null;
  const chooseRestaurant = (restaurantKey: string): void => {
    draftEditor.change({ restaurant: restaurantKey });
    if (draftEditor.goOn() === 'date') ask();
  };
  return (
    <>
      <Sheet
        title={t('WhereToMeet')}
        backButton={{ label: t('Back'), onClick: draftEditor.stepBack }}
        onClose={draftEditor.leave}
        entry={draftEditor.entry}
      >
        <div inert={draftEditor.isBusy}>
          <RestaurantSearch onChoose={chooseRestaurant} />
        </div>
      </Sheet>
      {sheet}
    </>
  );
};
