import { useShell } from '@mahlzeit/shared-ui/platform';
import { Button, Small, Stack, TotalText } from '@mahlzeit/shared-ui/ui';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../social-texts';
import { hasShareSheet, shareLink } from './share-link';
import { LinkBox, QrCode } from './link-display';

/** Returns the texts of the button that copies a link: its label, and the messages after success and failure. */
const useCopyTexts = () => {
  const t = useTexts();
  return { copy: t('CopyLink'), copied: t('LinkCopied'), failed: t('CopyFailed') };
};

interface OwnLinkSheetProps {
  readonly link: string;
  readonly code: string;
  readonly onClose: () => void;
}

/**
 * Sheet with the user's own connection link and code: as a QR code and as text, for copying, and for sharing on devices
 * with a share sheet.
 */
export const OwnLinkSheet = ({ link, code, onClose }: OwnLinkSheetProps) => {
  const t = useTexts();
  const copyTexts = useCopyTexts();
  const { snackbar } = useShell();
  const shareOwnLink = async (): Promise<void> => {
    const shareOutcome = await shareLink(
      { title: t('OwnLink'), text: t('ShareContactMessage', { code }), url: link },
      window.navigator,
    );
    if (shareOutcome === 'copied') snackbar({ tone: 'success', text: t('LinkCopied') });
    if (shareOutcome === 'failed') snackbar({ tone: 'error', text: t('CopyFailed') });
  };
  return (
    <ActionSheet title={t('OwnLink')} text={t('OwnLinkExplanation')} onClose={onClose}>
      <Stack $gap={16}>
        <QrCode link={link} label={t('OwnLinkQrCode')} />
        <ConnectionCodeBlock>
          <Small as="span" $tone="quiet">
            {t('SayYourCode')}
          </Small>
          <TotalText as="strong">{code}</TotalText>
        </ConnectionCodeBlock>
        <LinkBox link={link} texts={copyTexts} />
        {hasShareSheet(window.navigator) && (
          <Button isBlock variant="second" icon={Share2} onClick={() => void shareOwnLink()}>
            {t('ShareLink')}
          </Button>
        )}
      </Stack>
    </ActionSheet>
  );
};

const ConnectionCodeBlock = styled.p`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  gap: 4px;
  text-align: center;
  > * {
    min-width: 0;
    max-width: 100%;
    overflow-wrap: anywhere;
  }
  > strong {
    font-size: 2rem;
    line-height: 2.5rem;
    letter-spacing: 0.1em;
    user-select: all;
  }
`;

interface PlaceLinkSheetProps {
  readonly name: string;
  readonly link: string;
  /** Picture and name of the restaurant. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Sheet with the link to a restaurant as a QR code, which a person nearby can scan. */
export const PlaceLinkSheet = ({ name, link, children, onClose }: PlaceLinkSheetProps) => {
  const t = useTexts();
  const copyTexts = useCopyTexts();
  return (
    <ActionSheet title={t('QrCode')} onClose={onClose}>
      <Stack $gap={16}>
        {children}
        <QrCode link={link} label={t('PlaceQrCode', { name })} />
        <LinkHint $tone="quiet">{t('ScanPlace')}</LinkHint>
        <LinkBox link={link} texts={copyTexts} />
      </Stack>
    </ActionSheet>
  );
};

const LinkHint = styled(Small)`
  text-align: center;
  text-wrap: balance;
`;
