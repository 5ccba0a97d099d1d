import type { ComponentPropsWithRef } from 'react';
import styled, { css } from 'styled-components';
import { FoodArt } from '../art/art';
import type { FoodArtName } from '../art/art';
import { forcedColorsBorder, textStyles, tokens } from '../theme/tokens';
import type { TableTone } from '../theme/tokens';

/**
 * State of a restaurant's pin on the map. `soon`: the restaurant closes within the hour; `closed`: it offers nothing
 * now; `selected`: it is also selected in the list.
 */
export type PinVariant = 'plain' | 'soon' | 'closed' | 'selected';

interface MapPinProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled'> {
  readonly art: FoodArtName;
  readonly tone: TableTone;
  /** Text of the pin: „ab 9,80 €“, „zu“, or the name of a selected restaurant. */
  readonly text: string;
  /** Second line on the pin of a selected restaurant: „ab 9,80 € · 3 Min.“. */
  readonly subText?: string;
  readonly look: PinVariant;
  readonly hasDeal?: boolean;
  /** Additional distance of the pin from its point on the map, in px. */
  readonly liftPx?: number;
  /** Full description of the restaurant, for assistive technology. */
  readonly label: string;
}

const BACKGROUND_BY_TONE = {
  apricot: tokens.color.apricotLight,
  butter: tokens.color.butterLight,
  herb: tokens.color.herbLight,
  plum: tokens.color.plumLight,
  sky: tokens.color.skyLight,
  cocoa: tokens.color.cocoaLight,
} as const;

const ART_SIZE_BY_VARIANT = { plain: 20, soon: 20, closed: 18, selected: 30 } as const;

/** Pin of a restaurant on the map. The tip of the pin is at the origin of its parent. */
export const MapPin = ({
  art,
  tone,
  text,
  subText,
  look,
  hasDeal = false,
  liftPx = 0,
  label,
  ...rest
}: MapPinProps) => (
  <>
    <PinFoot aria-hidden="true" />
    <PinButton
      {...rest}
      type="button"
      aria-label={label}
      aria-pressed={look === 'selected'}
      $variant={look}
      $lift={liftPx}
    >
      <PinDisc $variant={look} $ground={BACKGROUND_BY_TONE[tone]}>
        <FoodArt name={art} size={ART_SIZE_BY_VARIANT[look]} />
      </PinDisc>
      {look === 'selected' ? (
        <span>
          <PinName>{text}</PinName>
          {subText !== undefined && <PinSubText>{subText}</PinSubText>}
        </span>
      ) : (
        <span>{text}</span>
      )}
      {hasDeal && <DealMark aria-hidden="true">%</DealMark>}
    </PinButton>
  </>
);

const variantStyles = {
  plain: css``,
  soon: css`
    box-shadow:
      0 0 0 2px ${tokens.color.warn},
      ${tokens.color.e2};
  `,
  closed: css`
    z-index: 1;
    min-height: 32px;
    padding-right: 10px;
    font-weight: 600;
    background: ${tokens.color.pinOff};
    color: ${tokens.color.pinOffInk};
    box-shadow:
      0 0 0 1px ${tokens.color.line},
      ${tokens.color.e1};
    svg {
      filter: grayscale(1) opacity(0.65);
    }
  `,
  selected: css`
    z-index: 6;
    min-height: 50px;
    padding: 5px 18px 5px 5px;
    gap: 9px;
    background: ${tokens.color.plum};
    color: ${tokens.color.onPlum};
    box-shadow:
      0 0 0 2.5px ${tokens.color.pinRing},
      ${tokens.color.e3};
  `,
} as const;

const PinButton = styled.button<{ readonly $variant: PinVariant; readonly $lift: number }>`
  ${textStyles.caption}
  ${textStyles.digits}
  position: absolute;
  z-index: 2;
  transform: translate(-50%, calc(-100% - ${({ $lift }) => 7 + $lift}px));
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 36px;
  padding: 0 11px 0 4px;
  border-radius: ${tokens.radius.full};
  font-weight: 650;
  white-space: nowrap;
  background: ${tokens.color.pin};
  color: ${tokens.color.pinInk};
  box-shadow: ${tokens.color.ePin};
  ${forcedColorsBorder}
  ${({ $variant }) => variantStyles[$variant]}
  &::before {
    content: '';
    position: absolute;
    left: 50%;
    bottom: -5px;
    width: 12px;
    height: 12px;
    margin-left: -6px;
    border-radius: 0 0 3px;
    background: inherit;
    transform: rotate(45deg);
  }
  /* 44 px under a finger. */
  &::after {
    content: '';
    position: absolute;
    inset: ${({ $variant }) => ($variant === 'closed' ? -6 : -4)}px 0;
  }
  > * {
    position: relative;
  }
`;

const PinDisc = styled.span<{ readonly $variant: PinVariant; readonly $ground: string }>`
  display: grid;
  place-items: center;
  flex: none;
  width: ${({ $variant }) => ({ plain: 28, soon: 28, closed: 24, selected: 40 })[$variant]}px;
  aspect-ratio: 1;
  border-radius: 50%;
  background: ${({ $variant, $ground }) => ({ plain: $ground, soon: $ground, closed: tokens.color.surface, selected: tokens.color.plate })[$variant]};
`;

const PinName = styled.span`
  display: block;
  /* Grows with the reader’s letters; a longer name wraps. */
  width: max-content;
  max-width: 11.875rem;
  white-space: normal;
  overflow-wrap: anywhere;
  text-align: left;
  font-family: ${tokens.font.head};
  font-size: 0.9375rem;
  line-height: 1.125rem;
  font-weight: 680;
`;

const PinSubText = styled.span`
  ${textStyles.micro}
  display: block;
  font-weight: 550;
`;

const DealMark = styled.span`
  && {
    position: absolute;
  }
  right: -5px;
  top: -6px;
  display: grid;
  place-items: center;
  width: 18px;
  height: 18px;
  border-radius: 50%;
  font-size: 0.6875rem;
  line-height: 1;
  font-weight: 750;
  background: ${tokens.color.butter};
  color: ${tokens.color.onButter};
  box-shadow: 0 0 0 2px ${tokens.color.surface};
`;

const PinFoot = styled.span`
  position: absolute;
  width: 22px;
  height: 8px;
  border-radius: 50%;
  background: ${tokens.color.noon};
  transform: translate(-50%, -50%);
`;

interface MapDotProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled'> {
  readonly label: string;
  /** Appearance of the dot. `place`: a restaurant that takes no orders; `far`: any restaurant at a low zoom level. */
  readonly look: 'place' | 'far';
}

/** Dot without a text that marks a restaurant on the map. It is centred on the origin of its parent. */
export const MapDot = ({ label, look, ...rest }: MapDotProps) => (
  <DotButton {...rest} type="button" aria-label={label} $variant={look} />
);

const DotButton = styled.button<{ readonly $variant: 'place' | 'far' }>`
  position: absolute;
  width: 16px;
  height: 16px;
  border-radius: 50%;
  transform: translate(-50%, -50%);
  background: ${tokens.color.surface};
  box-shadow:
    inset 0 0 0 3px ${tokens.color.ink3},
    ${tokens.color.e1};
  ${forcedColorsBorder}
  ${({ $variant }) =>
    $variant === 'far' &&
    css`
      width: 12px;
      height: 12px;
      background: ${tokens.color.plum};
      box-shadow:
        0 0 0 1.5px ${tokens.color.pinRing},
        ${tokens.color.e1};
    `}
  &::after {
    content: '';
    position: absolute;
    inset: -${({ $variant }) => ($variant === 'far' ? 16 : 14)}px;
    border-radius: 50%;
  }
`;

interface MapClusterProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled'> {
  readonly count: number;
  /**
   * Lowest price of the restaurants: „ab 4,90 €“; absent if no restaurant has a price, or if there is too little space.
   */
  readonly price?: string;
  /** Name for assistive technology: „6 Lokale ab 4,90 €, hineinzoomen“. */
  readonly label: string;
}

/**
 * Marker for several restaurants that are too close to each other for markers of their own. It is centred on the origin
 * of its parent.
 */
export const MapCluster = ({ count, price, label, ...rest }: MapClusterProps) => (
  <ClusterButton {...rest} type="button" aria-label={label} $hasPrice={price !== undefined}>
    <ClusterCount>{count}</ClusterCount>
    {price !== undefined && <span>{price}</span>}
  </ClusterButton>
);

const ClusterButton = styled.button<{ readonly $hasPrice: boolean }>`
  ${textStyles.caption}
  ${textStyles.digits}
  position: absolute;
  z-index: 2;
  display: inline-flex;
  align-items: center;
  gap: 7px;
  min-height: 44px;
  padding: 0 ${({ $hasPrice }) => ($hasPrice ? '14px 0 6px' : '6px')};
  border-radius: ${tokens.radius.full};
  transform: translate(-50%, -50%);
  font-weight: 650;
  white-space: nowrap;
  background: ${tokens.color.inverse};
  color: ${tokens.color.onInverse};
  box-shadow:
    0 0 0 3px ${tokens.color.surface},
    ${tokens.color.e2};
  ${forcedColorsBorder}
`;

const ClusterCount = styled.span`
  display: grid;
  place-items: center;
  min-width: 32px;
  min-height: 32px;
  padding: 0 4px;
  border-radius: ${tokens.radius.full};
  font-size: 0.9375rem;
  font-weight: 750;
  background: ${tokens.color.onInverse};
  color: ${tokens.color.inverse};
`;
