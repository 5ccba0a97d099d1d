import { correction, generate } from 'lean-qr';
import { toSvgDataURL } from 'lean-qr/extras/svg';
import styled from 'styled-components';
import { tokens } from '@mahlzeit/shared-ui/ui';

/** Width of the light margin in modules, as required by ISO 18004. */
const QUIET_ZONE_MODULE_COUNT = 4;

const PIXELS_PER_MODULE = 4;

interface QrCodeProps {
  readonly content: string;
  /** Accessible name of the image. */
  readonly label: string;
}

/** QR code for the camera of another device: dark on white in both colour schemes, because cameras expect that. */
export const QrCode = ({ content, label }: QrCodeProps) => (
  <QrCodeImage
    src={toSvgDataURL(generate(content, { minCorrectionLevel: correction.M }), {
      on: '#23161d',
      off: '#ffffff',
      pad: QUIET_ZONE_MODULE_COUNT,
      scale: PIXELS_PER_MODULE,
    })}
    alt={label}
  />
);

const QrCodeImage = styled.img`
  justify-self: center;
  width: min(220px, 100%);
  border: 1px solid ${tokens.color.line};
  border-radius: ${tokens.radius.card};
`;
