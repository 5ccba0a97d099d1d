import { revokeInvitationLink, shareInvitation } from '@mahlzeit/contract';
import type { Invitation, InvitationLink } from '@mahlzeit/contract';
import { berlinDay, meetupInstantOf } from '@mahlzeit/contract/rules';
import {
  api,
  apiQuery,
  errorCode,
  errorText,
  formatDay,
  formatTime,
  unreachedTextOr,
  useShell,
  useSingleFlight,
} from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState, ErrorState, Skeleton, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Share2, Unlink } from 'lucide-react';
import styled from 'styled-components';
import { hasShareSheet, LinkBox, QrCode, shareLink } from '../links';
import { useTexts } from './invitation-labels';

// The request for the invitation's link is a query although it may create the link: it changes nothing else, and
// repeating it returns the same link. It is sent once, and again after a failure.
const { useInvitationLinkQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    invitationLink: build.query<InvitationLink, string>({
      ...apiQuery(shareInvitation, (invitationKey: string) => ({ params: { id: invitationKey } })),
      keepUnusedDataFor: 0,
    }),
  }),
});

interface LinkSheetProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

/**
 * Sheet with the link to an invitation: as a QR code, for copying and for sharing. The owner of the invitation can
 * withdraw the link.
 */
export const LinkSheet = ({ invitation, onClose }: LinkSheetProps) => {
  const t = useTexts();
  const { alert, apiClient, snackbar, track } = useShell();
  const { data, error, refetch } = useInvitationLinkQuery(invitation.key);
  const invitationUrl = data?.url ?? null;
  // After the owner has withdrawn the link, only the owner can create another one; for others the error is
  // `notAllowed`.
  const isRevoked = errorCode(error) === 'notAllowed';
  const { isBusy, run } = useSingleFlight();
  const {
    key,
    isOwn,
    restaurantInfo: { name },
  } = invitation;
  const shareInvitationLink = async (linkUrl: string): Promise<void> => {
    // The text contains the date of the meetup instead of „heute“ (today), because the recipient may read it tomorrow.
    const meetupTimeText = `${formatDay(berlinDay(meetupInstantOf(invitation)))}, ${formatTime(meetupInstantOf(invitation))}`;
    const shareOutcome = await shareLink(
      { title: t('LinkTitle'), text: t('ShareText', { when: meetupTimeText, name }), url: linkUrl },
      window.navigator,
    );
    if (shareOutcome === 'copied') snackbar({ tone: 'success', text: t('LinkCopied') });
    if (shareOutcome === 'failed') snackbar({ tone: 'error', text: t('CopyFailed') });
  };
  const confirmAndRevokeLink = async (): Promise<void> => {
    const alertAnswer = await alert({
      title: t('RevokeLinkTitle'),
      text: t('RevokeLinkText'),
      actions: [
        { id: 'keep', label: t('Keep'), tone: 'safe' },
        { id: 'revoke', label: t('RevokeLink'), tone: 'danger' },
      ],
    });
    if (alertAnswer !== 'revoke') return;
    const revokeAnswer = await track(apiClient.call(revokeInvitationLink, { params: { id: key } }));
    snackbar(
      revokeAnswer.ok
        ? { tone: 'success', text: t('LinkRevoked') }
        : { tone: 'error', text: unreachedTextOr(revokeAnswer.error, t('RevokeFailed')) },
    );
    if (revokeAnswer.ok) onClose();
  };
  return (
    <ActionSheet title={t('LinkTitle')} text={isRevoked ? undefined : t('LinkExplanation')} onClose={onClose}>
      {isRevoked && <EmptyState icon={Unlink} title={t('LinkRevokedTitle')} text={t('LinkRevokedText')} />}
      {error !== undefined && !isRevoked && (
        <ErrorState
          title={t('LinkFailed')}
          text={errorCode(error) === 'invitationDeleted' ? t('InvitationDeletedText') : errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {error === undefined && (
        <Stack $gap={16}>
          {invitationUrl === null ? (
            <QrCodeSkeleton $width="240px" $height="240px" />
          ) : (
            <QrCode link={invitationUrl} label={t('LinkQrCode')} />
          )}
          {invitationUrl === null ? (
            <Skeleton $height="112px" $radius={tokens.radius.control} />
          ) : (
            <LinkBox
              link={invitationUrl}
              texts={{ copy: t('CopyLink'), copied: t('LinkCopied'), failed: t('CopyFailed') }}
            />
          )}
          {invitationUrl !== null && hasShareSheet(window.navigator) && (
            <Button isBlock variant="second" icon={Share2} onClick={() => void shareInvitationLink(invitationUrl)}>
              {t('ShareLink')}
            </Button>
          )}
          {invitationUrl !== null && isOwn && (
            <Button isBlock variant="quiet" icon={Unlink} isBusy={isBusy} onClick={() => run(confirmAndRevokeLink)}>
              {t('RevokeLink')}
            </Button>
          )}
        </Stack>
      )}
    </ActionSheet>
  );
};

const QrCodeSkeleton = styled(Skeleton)`
  justify-self: center;
  align-self: center;
`;
