import { useShell } from '@mahlzeit/shared-ui/platform';
import { Button, Inline, Small, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { correction, generate } from 'lean-qr';
import { toSvgDataURL } from 'lean-qr/extras/svg';
import { Copy } from 'lucide-react';
import { useMemo } from 'react';
import styled from 'styled-components';
import { copyText } from './share-link';

/** Width of the light margin around the QR code, in modules, as required by ISO 18004. */
const QUIET_ZONE_MODULE_COUNT = 4;

/** Largest width of the QR code in px: it fits on a phone that is 320 px wide. */
const MAX_QR_CODE_WIDTH_PX = 240;

interface QrCodeProps {
  readonly link: string;
  /** Accessible name of the image: names the page to which the link leads. */
  readonly label: string;
}

/**
 * QR code of a link, as an image that the user can save and drag. It is dark on white in both colour schemes, because
 * cameras expect that.
 */
export const QrCode = ({ link, label }: QrCodeProps) => {
  const { url, width } = useMemo(() => {
    const qrCode = generate(link, { minCorrectionLevel: correction.M });
    const moduleCount = qrCode.size + 2 * QUIET_ZONE_MODULE_COUNT;
    // Each module is a whole number of pixels wide, so that its edges are sharp.
    const pixelsPerModule = Math.floor(MAX_QR_CODE_WIDTH_PX / moduleCount);
    return {
      url: toSvgDataURL(qrCode, {
        on: '#23161d',
        off: '#ffffff',
        pad: QUIET_ZONE_MODULE_COUNT,
        scale: pixelsPerModule,
      }),
      width: moduleCount * pixelsPerModule,
    };
  }, [link]);
  return <QrCodeImage src={url} width={width} height={width} alt={label} />;
};

const QrCodeImage = styled.img`
  box-sizing: content-box;
  align-self: center;
  margin-inline: auto;
  border: 1px solid ${tokens.color.line};
  border-radius: ${tokens.radius.card};
`;

interface LinkBoxProps {
  readonly link: string;
  /** Label of the button that copies the link, and texts for success and failure. */
  readonly texts: { readonly copy: string; readonly copied: string; readonly failed: string };
}

/** Box with the text of a link, and the button that copies the link. */
export const LinkBox = ({ link, texts }: LinkBoxProps) => {
  const { snackbar } = useShell();
  const copyLink = async (): Promise<void> => {
    const copyOutcome = await copyText(link, window.navigator);
    snackbar(
      copyOutcome === 'copied' ? { tone: 'success', text: texts.copied } : { tone: 'error', text: texts.failed },
    );
  };
  return (
    <Stack $gap={12}>
      <LinkFrame>
        <Small as="span">{link.replace(/^https?:\/\//, '')}</Small>
      </LinkFrame>
      <Button isBlock icon={Copy} onClick={() => void copyLink()}>
        {texts.copy}
      </Button>
    </Stack>
  );
};

const LinkFrame = styled(Inline)`
  padding: 12px 16px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.sunken};
  > span {
    min-width: 0;
    overflow-wrap: anywhere;
    user-select: all;
  }
`;
