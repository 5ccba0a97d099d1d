import { useShell } from '@mahlzeit/shared-ui/platform';
import { IconButton, Inline, Small, tokens } from '@mahlzeit/shared-ui/ui';
import { correction, generate } from 'lean-qr';
import { toSvgDataURL } from 'lean-qr/extras/svg';
import { Copy } from 'lucide-react';
import { useMemo } from 'react';
import styled from 'styled-components';
import { copyText } from './share-link';

/** Light modules around the code, as ISO 18004 asks. */
const QUIET_ZONE = 4;

/** Widest drawing in px, so that it fits a phone of 320. */
const MAX_WIDTH = 240;

interface QrCodeProps {
  readonly link: string;
  /** Says what it leads to. */
  readonly label: string;
}

/**
 * A link for a camera. A picture of its own, so that it can be saved and dragged; dark on white in both colour schemes,
 * as cameras expect it.
 */
export const QrCode = ({ link, label }: QrCodeProps) => {
  const { url, width } = useMemo(() => {
    const code = generate(link, { minCorrectionLevel: correction.M });
    const modules = code.size + 2 * QUIET_ZONE;
    // Whole pixels for each module: no edge is blurred.
    const scale = Math.floor(MAX_WIDTH / modules);
    return {
      url: toSvgDataURL(code, { on: '#23161d', off: '#ffffff', pad: QUIET_ZONE, scale }),
      width: modules * scale,
    };
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

interface LinkBoxProps {
  readonly link: string;
  /** Names the button, and says how it went. */
  readonly texts: { readonly copy: string; readonly copied: string; readonly failed: string };
}

/** The link in letters, to be copied. */
export const LinkBox = ({ link, texts }: LinkBoxProps) => {
  const { snackbar } = useShell();
  const copy = async (): Promise<void> => {
    const outcome = await copyText(link, window.navigator);
    snackbar(outcome === 'copied' ? { tone: 'success', text: texts.copied } : { tone: 'error', text: texts.failed });
  };
  return (
    <Box>
      <Small as="span">{link.replace(/^https?:\/\//, '')}</Small>
      <IconButton label={texts.copy} icon={Copy} onClick={() => void copy()} />
    </Box>
  );
};

const Box = styled(Inline)`
  justify-content: space-between;
  padding: 6px 6px 6px 16px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.sunken};
  > span {
    min-width: 0;
    overflow-wrap: anywhere;
    user-select: all;
  }
`;
