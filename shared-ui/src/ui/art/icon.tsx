import type { ComponentType, SVGProps } from 'react';

/** An icon of lucide-react, handed in so that each package bundles only those it shows. */
export type IconSource = ComponentType<Omit<SVGProps<SVGSVGElement>, 'ref'> & { readonly size?: number | string }>;

interface IconProps {
  readonly of: IconSource;
  /** Edge in px; default 20. */
  readonly size?: number;
  /** Filled with its own colour: a chosen heart. */
  readonly isFilled?: boolean;
}

const strokeAt = (size: number): number => {
  if (size <= 16) return 2.1;
  return size >= 28 ? 1.6 : 1.9;
};

/** A line icon beside a text or a label that says the same. */
export const Icon = ({ of: Source, size = 20, isFilled = false }: IconProps) => (
  <Source size={size} strokeWidth={strokeAt(size)} fill={isFilled ? 'currentColor' : 'none'} aria-hidden="true" focusable="false" />
);
