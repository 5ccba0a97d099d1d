import { useShell } from '@mahlzeit/shared-ui/platform';
import { Button, IconButton, Inline, Small, Stack, tokens, Total } from '@mahlzeit/shared-ui/ui';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { correction, generate } from 'lean-qr';
import { toSvgDataURL } from 'lean-qr/extras/svg';
import { Copy, Share2 } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useTexts } from '../social-texts';
import { copyText, hasShareSheet, shareLink } from './share-link';

/** Light modules around the code, as ISO 18004 asks. */
const QUIET_ZONE = 4;

/** Widest drawing in px, so that it fits a phone of 320. */
const MAX_WIDTH = 240;

interface QrCodeProps {
  readonly link: string;
  /** Says what it leads to. */
  readonly label: string;
}

/** A link for a camera. A picture of its own, so that it can be saved and dragged; dark on white in both colour schemes, as cameras expect it. */
export const QrCode = ({ link, label }: QrCodeProps) => {
  const { url, width } = useMemo(() => {
    const code = generate(link, { minCorrectionLevel: correction.M });
    const modules = code.size + 2 * QUIET_ZONE;
    // Whole pixels for each module: no edge is blurred.
    const scale = Math.floor(MAX_WIDTH / modules);
    return { url: toSvgDataURL(code, { on: '#23161d', off: '#ffffff', pad: QUIET_ZONE, scale }), width: modules * scale };
  }, [link]);
  return <Picture src={url} width={width} height={width} alt={label} />;
};

const Picture = styled.img`
  box-sizing: content-box;
  align-self: center;
  margin-inline: auto;
  border: 1px solid ${tokens.color.line};
  border-radius: ${tokens.radius.card};
`;

/** The link in letters, to be copied. */
export const LinkBox = ({ link }: { readonly link: string }) => {
  const t = useTexts();
  const { snackbar } = useShell();
  const copy = async (): Promise<void> => {
    const outcome = await copyText(link, window.navigator);
    snackbar(outcome === 'copied' ? { tone: 'success', text: t('LinkCopied') } : { tone: 'error', text: t('CopyFailed') });
  };
  return (
    <Box>
      <Small as="span">{link.replace(/^https?:\/\//, '')}</Small>
      <IconButton label={t('CopyLink')} icon={Copy} onClick={() => void copy()} />
    </Box>
  );
};

const Box = styled(Inline)`
  justify-content: space-between;
  padding: 6px 6px 6px 16px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.sunken};
  > span { min-width: 0; overflow-wrap: anywhere; user-select: all; }
`;

interface OwnLinkSheetProps {
  readonly link: string;
  readonly code: string;
  readonly onClose: () => void;
}

/** The reader's own link and code: to scan, to read out, to copy, and to share where the device can. */
export const OwnLinkSheet = ({ link, code, onClose }: OwnLinkSheetProps) => {
  const t = useTexts();
  const { snackbar } = useShell();
  const share = async (): Promise<void> => {
    const outcome = await shareLink({ title: t('OwnLink'), text: t('ShareContactMessage', { code }), url: link }, window.navigator);
    if (outcome === 'copied') snackbar({ tone: 'success', text: t('LinkCopied') });
    if (outcome === 'failed') snackbar({ tone: 'error', text: t('CopyFailed') });
  };
  return (
    <ActionSheet title={t('OwnLink')} text={t('OwnLinkExplanation')} onClose={onClose}>
      <Stack $gap={16}>
        <QrCode link={link} label={t('OwnLinkQrCode')} />
        <Code>
          <Small as="span" $tone="quiet">{t('SayYourCode')}</Small>
          <Total as="strong">{code}</Total>
        </Code>
        <LinkBox link={link} />
        {hasShareSheet(window.navigator) && <Button isBlock icon={Share2} onClick={() => void share()}>{t('ShareLink')}</Button>}
      </Stack>
    </ActionSheet>
  );
};

const Code = styled.p`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  gap: 4px;
  text-align: center;
  > * { min-width: 0; max-width: 100%; overflow-wrap: anywhere; }
  > strong { font-size: 2rem; line-height: 2.5rem; letter-spacing: 0.1em; user-select: all; }
`;

interface PlaceLinkSheetProps {
  readonly name: string;
  readonly link: string;
  /** Shows which place it is. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The link to a place, for the camera of somebody beside one. */
export const PlaceLinkSheet = ({ name, link, children, onClose }: PlaceLinkSheetProps) => {
  const t = useTexts();
  return (
    <ActionSheet title={t('QrCode')} onClose={onClose}>
      <Stack $gap={16}>
        {children}
        <QrCode link={link} label={t('PlaceQrCode', { name })} />
        <Hint $tone="quiet">{t('ScanPlace')}</Hint>
        <LinkBox link={link} />
      </Stack>
    </ActionSheet>
  );
};

const Hint = styled(Small)`
  text-align: center;
  text-wrap: balance;
`;
