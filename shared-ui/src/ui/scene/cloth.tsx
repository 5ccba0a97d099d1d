import type { ReactNode } from 'react';
import type { ClothPattern } from './scene-spec';

const weave: Readonly<Record<ClothPattern, (color: string) => ReactNode>> = {
  gingham: (color) => (
    <>
      <rect width="12" height="24" fill={color} opacity=".16" />
      <rect width="24" height="12" fill={color} opacity=".16" />
    </>
  ),
  linen: (color) => (
    <>
      <path d="M0 4h24M0 16h24" stroke={color} strokeWidth="1.2" opacity=".2" />
      <path d="M4 0v24M16 0v24" stroke={color} strokeWidth=".6" opacity=".16" />
    </>
  ),
  stripe: (color) => <rect width="8" height="24" fill={color} opacity=".15" />,
  mat: (color) => (
    <>
      <path d="M0 3h24M0 9h24M0 15h24M0 21h24" stroke={color} strokeWidth="1.6" opacity=".17" />
      <path d="M12 0v24" stroke={color} strokeWidth="1" opacity=".22" />
    </>
  ),
  tile: (color) => (
    <>
      <path d="M12 1 23 12 12 23 1 12Z" fill="none" stroke={color} strokeWidth="1.1" opacity=".26" />
      <circle cx="12" cy="12" r="2.2" fill={color} opacity=".22" />
    </>
  ),
  dots: (color) => (
    <>
      <circle cx="6" cy="6" r="1.7" fill={color} opacity=".26" />
      <circle cx="18" cy="18" r="1.7" fill={color} opacity=".26" />
    </>
  ),
};

interface ClothProps {
  readonly id: string;
  readonly pattern: ClothPattern;
  readonly color: string;
}

/** The weave of a table cloth as an SVG pattern. */
export const Cloth = ({ id, pattern, color }: ClothProps) => (
  <pattern id={id} width="24" height="24" patternUnits="userSpaceOnUse" patternTransform={`rotate(${pattern === 'mat' ? 0 : -18}) scale(1.15)`}>
    {weave[pattern](color)}
  </pattern>
);
