import { MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { useLazyPart, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { ArrangeMeetupContext, useInvitablePeople } from './chat';
import type { SharedRestaurant } from './chat';
import { onlySomeInvitedText, useInvite } from './invite';

interface ArrangeMeetupProps {
  readonly chatKey: string;
  readonly children: ReactNode;
}

/**
 * Lets the user arrange a meetup with all participants of a chat who can be invited: from the chat itself, and at each
 * restaurant that was shared in the chat (S2§4). A message appears if the chat has more people than a meetup may have.
 * The card of the shared restaurant shows a loading sign until the invitation is stored or its request has failed
 * (S13).
 */
export const ArrangeMeetup = ({ chatKey, children }: ArrangeMeetupProps) => {
  const shell = useShell();
  const { people: invitablePeople, hasMore } = useInvitablePeople(chatKey);
  const startInvitation = useInvite();
  const [sharedRestaurant, setSharedRestaurant] = useState<SharedRestaurant | null>(null);
  const { part: draftModule, load } = useLazyPart(() => import('./invitation-draft'));
  const { run } = useSingleFlight();
  const busyMessageKey = sharedRestaurant?.messageKey ?? null;
  const arrangeActions = useMemo(() => {
    const showGuestLimit = (): void => {
      if (hasMore) shell.snackbar({ text: onlySomeInvitedText(MAX_OTHER_PEOPLE) });
    };
    return {
      busyKey: busyMessageKey,
      invite: () =>
        run(async () => {
          const isStarted = await startInvitation({
            attendees: invitablePeople.map(({ key, name, pictureUrl }) => ({
              uid: key,
              key,
              name,
              photoURL: pictureUrl,
              hasOrdered: false,
              status: 'pending',
            })),
          });
          if (isStarted) showGuestLimit();
        }),
      arrange: (sharedRestaurant: SharedRestaurant) =>
        run(async () => {
          if (!(await load())) return;
          const { ensureMayInvite } = await import('./invitation-draft');
          if (!(await ensureMayInvite(shell))) return;
          setSharedRestaurant(sharedRestaurant);
          showGuestLimit();
        }),
    };
  }, [busyMessageKey, invitablePeople, hasMore, shell, startInvitation, run, load]);
  return (
    <ArrangeMeetupContext value={invitablePeople.length > 0 ? arrangeActions : null}>
      {children}
      {draftModule !== null && sharedRestaurant !== null && (
        <draftModule.ArrangeMeetupSheet
          key={sharedRestaurant.messageKey}
          chatKey={chatKey}
          message={sharedRestaurant}
          onDone={() => setSharedRestaurant(null)}
        />
      )}
    </ArrangeMeetupContext>
  );
};
