import { useLazyPart, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { ArrangeMeetupContext, useInvitablePeople } from './chat';
import type { SharedRestaurant } from './chat';
import { useInvite } from './invite';

interface ArrangeMeetupProps {
  readonly chatKey: string;
  readonly children: ReactNode;
}

/**
 * Lets the user arrange a meetup with all participants of a chat who can be invited: from the chat itself, and at each
 * restaurant that was shared in the chat (S2§4). The shared message shows a busy sign until the invitation is stored or
 * has failed (S13).
 */
export const ArrangeMeetup = ({ chatKey, children }: ArrangeMeetupProps) => {
  const shell = useShell();
  const invitablePeople = useInvitablePeople(chatKey);
  const startInvitation = useInvite();
  const [sharedRestaurant, setSharedRestaurant] = useState<SharedRestaurant | null>(null);
  const { part: draftModule, load } = useLazyPart(() => import('./invitation-draft'));
  const { run } = useSingleFlight();
  const busyMessageKey = sharedRestaurant?.messageKey ?? null;
  const arrangeActions = useMemo(
    () => ({
      busyKey: busyMessageKey,
      invite: () =>
        run(() =>
          startInvitation({
            attendees: invitablePeople.map(({ key, name, pictureUrl }) => ({
              uid: key,
              key,
              name,
              photoURL: pictureUrl,
              hasOrdered: false,
              status: 'pending',
            })),
          }),
        ),
      arrange: (sharedRestaurant: SharedRestaurant) =>
        run(async () => {
          if (!(await load())) return;
          const { ensureMayInvite } = await import('./invitation-draft');
          if (await ensureMayInvite(shell)) setSharedRestaurant(sharedRestaurant);
        }),
    }),
    [busyMessageKey, invitablePeople, shell, startInvitation, run, load],
  );
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
