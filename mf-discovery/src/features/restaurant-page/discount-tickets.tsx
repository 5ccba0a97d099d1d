import type { Discount, Ms } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { formatDay } from '@mahlzeit/shared-ui/platform';
import { media, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { text, useTexts } from '../../discovery-texts';
import { useMedia } from '../../use-media';
import type { DealPlace, DealsNow } from '../discounts';
import { dealLabel, discountsOfPlace } from '../discounts';

const validityLabel = ({ start, end, expiryHint }: Discount, now: Ms): string => {
  if (start > now) return text('DealFrom', { day: formatDay(berlinDay(start)) });
  // The end itself is excluded: what ends at midnight is good through the day before.
  return expiryHint ?? text('DealUntil', { day: formatDay(berlinDay(end - 1)) });
};

const Ticket = ({ discount, now }: { readonly discount: Discount; readonly now: Ms }) => (
  <Paper>
    <Stub>{dealLabel(discount)}</Stub>
    <Lines>
      <Name>{discount.name.de}</Name>
      {discount.descriptionText !== '' && <Small>{discount.descriptionText}</Small>}
      <Note>{[discount.typeText, validityLabel(discount, now)].filter((part) => part !== '').join(' · ')}</Note>
    </Lines>
  </Paper>
);

interface DiscountTicketsProps {
  readonly place: DealPlace;
  readonly deals: DealsNow;
}

/** Below it tickets stand in a row to be pushed, so that the menu begins on the first screen. */
const ROOM_FOR_ALL = '(min-width: 600px)';

/** What can be saved in a place today or soon. */
export const DiscountTickets = ({ place, deals }: DiscountTicketsProps) => {
  const t = useTexts();
  const discounts = discountsOfPlace(place, deals);
  const isPushed = !useMedia(ROOM_FOR_ALL) && discounts.length > 1;
  if (discounts.length === 0) return null;
  return (
    // What can be pushed by a finger must be pushed by arrow keys, too.
    <List aria-label={t('Discounts')} tabIndex={isPushed ? 0 : undefined}>
      {discounts.map((discount) => (
        <li key={discount.key}>
          <Ticket discount={discount} now={deals.now} />
        </li>
      ))}
    </List>
  );
};

const STUB_PX = 92;

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(270px, 100%), 1fr));
  gap: 8px;
  ${media.below600} {
    grid: auto / auto-flow minmax(86%, 1fr);
    margin-inline: calc(-1 * var(--gutter, 20px));
    padding: 2px var(--gutter, 20px);
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scrollbar-width: none;
    scroll-snap-type: x proximity;
    scroll-padding-inline: var(--gutter, 20px);
    > li { display: grid; scroll-snap-align: start; }
  }
`;

// Notches of 7 px above and below the dotted line where the ticket would tear.
const Paper = styled.div`
  display: grid;
  grid-template-columns: ${STUB_PX}px minmax(0, 1fr);
  min-height: 60px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.butterTint};
  color: ${tokens.color.ink};
  mask:
    radial-gradient(circle 7px at ${STUB_PX}px 0, #0000 96%, #000) 0 0 / 100% 51% no-repeat,
    radial-gradient(circle 7px at ${STUB_PX}px 100%, #0000 96%, #000) 0 100% / 100% 51% no-repeat;
`;

const Stub = styled.strong`
  ${textStyles.label}
  ${textStyles.digits}
  display: grid;
  place-items: center;
  padding: 8px;
  border-right: 2px dotted ${tokens.color.lineStrong};
  background: ${tokens.color.butter};
  color: ${tokens.color.onButter};
  font-weight: 700;
  text-align: center;
`;

const Lines = styled.div`
  display: grid;
  gap: 1px;
  align-content: center;
  min-width: 0;
  padding: 9px 14px;
  overflow-wrap: anywhere;
`;

const Name = styled.span`
  ${textStyles.label}
`;

const Note = styled.span`
  ${textStyles.caption}
  color: ${tokens.color.ink2};
`;
