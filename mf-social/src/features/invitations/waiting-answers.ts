import { InvitationAnswer } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { useUid, useWaitingWrites } from '@mahlzeit/shared-ui/platform';
import type { WaitingWrite } from '@mahlzeit/shared-ui/platform';
import { Clock } from 'lucide-react';
import { badgeForInvitation, text } from './invitation-labels';

/** Answer of the reader to an invitation that waits for the network. */
export type WaitingAnswer = InvitationAnswer['status'];

const aboutOf = ({ key }: Pick<Invitation, 'key'>): string => `invitation/${key}`;

/** Names an answer as a write that may wait, for example „Deine Zusage: Mensa am Brunnen“. */
export const answerSubject = (
  invitation: Pick<Invitation, 'key' | 'restaurantInfo'>,
  answer: WaitingAnswer,
): Pick<WaitingWrite, 'about' | 'title'> => ({
  about: aboutOf(invitation),
  title: text(answer === 'accepted' ? 'AnswerTitle_accepted' : 'AnswerTitle_declined', {
    name: invitation.restaurantInfo.name,
  }),
});

/** Returns the reader's answer that waits for the network; null without one. */
export const useWaitingAnswer = (invitation: Pick<Invitation, 'key'>): WaitingAnswer | null => {
  const about = aboutOf(invitation);
  const write = useWaitingWrites().find((candidate) => candidate.about === about && candidate.status !== 'refused');
  const answer = InvitationAnswer.safeParse(write?.input.body);
  return answer.success ? answer.data.status : null;
};

/** Returns the badge of an invitation: the reader's waiting answer, or the status at `now`. */
export const useInvitationBadge = (invitation: Invitation, now: number): ReturnType<typeof badgeForInvitation> => {
  const uid = useUid() ?? '';
  const waitingAnswer = useWaitingAnswer(invitation);
  return waitingAnswer === null
    ? badgeForInvitation(invitation, uid, now)
    : {
        tone: 'neutral',
        icon: Clock,
        label: text(waitingAnswer === 'accepted' ? 'AnswerWaiting_accepted' : 'AnswerWaiting_declined'),
      };
};
