import type { Discount, Ms } from '@mahlzeit/contract';
import { berlinDay, isVoucher } from '@mahlzeit/contract/rules';
import type { DiscountsAtInstant } from '@mahlzeit/contract/rules';
import { formatDay, formatPrice } from '@mahlzeit/shared-ui/platform';
import { Icon, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { ChevronDown, ChevronUp, Info, TicketPercent } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { text, useTexts } from './page-texts';
import { dealLabelOf, spokenPriceOf, usableDiscountsOfPlace } from './place-discounts';
import type { DealPlace } from './place-discounts';

const validityLabelOf = ({ start, end, expiryHint }: Discount, now: Ms): string => {
  if (start > now) return text('DealFrom', { day: formatDay(berlinDay(start)) });
  // The end of a discount is exclusive. The text for a discount that ends at midnight therefore names the day before.
  return expiryHint ?? text('DealUntil', { day: formatDay(berlinDay(end - 1)) });
};

interface DiscountTicketProps {
  readonly discount: Discount;
  readonly now: Ms;
}

const DiscountTicket = ({ discount, now }: DiscountTicketProps) => (
  <TicketPaper>
    <TicketStub>{dealLabelOf(discount)}</TicketStub>
    <TicketTexts>
      <TicketName>{discount.name.de}</TicketName>
      {discount.descriptionText !== '' && <Small>{discount.descriptionText}</Small>}
      <TicketNote>
        {[discount.typeText, validityLabelOf(discount, now)].filter((noteText) => noteText !== '').join(' · ')}
      </TicketNote>
    </TicketTexts>
  </TicketPaper>
);

/** Returns whether a price reduction applies to every partner restaurant, so that it isn't special for this one. */
const isRebateOfAllPartners = ({ type, restaurantRef, companyRef, mealRef }: Discount): boolean =>
  restaurantRef === null && companyRef === null && mealRef === null && (type === 'promotion' || type === 'smartprice');

const priceSavingLabel = (discountType: 'absolute' | 'override', price: string): string =>
  discountType === 'absolute' ? text('PriceLess', { price }) : text('PriceOnly', { price });

const savingLabelOf = ({ discountType, value }: Discount): string =>
  discountType === 'percent'
    ? text('PercentLess', { percent: value })
    : priceSavingLabel(discountType, formatPrice(value));

const voucherSentenceOf = ({ discountType, value }: Discount, validity: string): string => {
  switch (discountType) {
    case 'percent':
      return text('VoucherOfAllPercent', { percent: value, validity });
    case 'absolute':
      return text('VoucherOfAllPrice', { euros: spokenPriceOf(value).replace(/\s€$/, ''), validity });
    case 'override':
      return text('VoucherOfAllFor', { price: spokenPriceOf(value), validity });
  }
};

/**
 * Returns the sentence about a discount that all partner restaurants give. For a voucher the sentence names no price,
 * because the diner must redeem it.
 */
const rebateSentenceOf = (discount: Discount, validity: string): string =>
  isVoucher(discount)
    ? voucherSentenceOf(discount, validity)
    : text('RebateOfAll', { saving: savingLabelOf(discount), validity });

const RebateSentence = ({ discount, now }: DiscountTicketProps) => (
  <RebateSentenceLine>
    <Icon source={Info} size={16} />
    <span>{rebateSentenceOf(discount, validityLabelOf(discount, now))}</span>
  </RebateSentenceLine>
);

/**
 * Returns a label for the thing that a discount makes cheaper: the name of a dish, otherwise the discount's own name.
 */
const subjectLabelOf = ({ name, mealRef }: Discount, { offers }: DealPlace): string => {
  const discountedDish = mealRef === null ? undefined : offers.find(({ key }) => key === mealRef);
  return discountedDish === undefined ? (name.de ?? '') : text('DealOnDish', { dish: discountedDish.name });
};

const ticketSummaryOf = (discount: Discount, place: DealPlace): string =>
  isVoucher(discount)
    ? text('VoucherYours', { value: dealLabelOf(discount) })
    : `${dealLabelOf(discount)} ${subjectLabelOf(discount, place)}`;

interface TicketDisclosureProps extends DiscountsProps {
  readonly tickets: readonly [Discount, ...Discount[]];
  /** Content below the discounts in the expanded line. */
  readonly children: ReactNode;
}

/**
 * Line that shows a short form of a restaurant's first discount and the number of further discounts. A press expands
 * all of them.
 */
const TicketDisclosure = ({ place, deals: { now }, tickets, children }: TicketDisclosureProps) => {
  const t = useTexts();
  const detailsId = useId();
  const [areDetailsOpen, setAreDetailsOpen] = useState(false);
  const [firstTicket, ...otherTickets] = tickets;
  return (
    <>
      <DiscountToggleButton
        type="button"
        aria-expanded={areDetailsOpen}
        aria-controls={areDetailsOpen ? detailsId : undefined}
        onClick={() => setAreDetailsOpen(!areDetailsOpen)}
      >
        <Icon source={TicketPercent} size={20} />
        <TicketSummary>
          <strong>{ticketSummaryOf(firstTicket, place)}</strong>{' '}
          {otherTickets.length > 0 && t('DealsBesides', { count: otherTickets.length })}
        </TicketSummary>
        <Icon source={areDetailsOpen ? ChevronUp : ChevronDown} size={18} />
      </DiscountToggleButton>
      {areDetailsOpen && (
        <TicketDetails id={detailsId}>
          <TicketList aria-label={t('Discounts')}>
            {tickets.map((discount) => (
              <li key={discount.key}>
                <DiscountTicket discount={discount} now={now} />
              </li>
            ))}
          </TicketList>
          {children}
        </TicketDetails>
      )}
    </>
  );
};

interface DiscountsProps {
  readonly place: DealPlace;
  readonly deals: DiscountsAtInstant;
}

const hasDiscounts = (discounts: readonly Discount[]): discounts is readonly [Discount, ...Discount[]] =>
  discounts.length > 0;

/**
 * Discounts of a restaurant that are valid today or soon. The restaurant's own discounts look like tickets in an
 * expandable line; discounts of all partner restaurants are sentences.
 */
export const DiscountLine = ({ place, deals }: DiscountsProps) => {
  const discounts = usableDiscountsOfPlace(place, deals);
  const rebates = discounts.filter(isRebateOfAllPartners);
  const tickets = discounts.filter((discount) => !isRebateOfAllPartners(discount));
  const rebateSentences = rebates.map((discount) => (
    <RebateSentence key={discount.key} discount={discount} now={deals.now} />
  ));
  return hasDiscounts(tickets) ? (
    <TicketDisclosure place={place} deals={deals} tickets={tickets}>
      {rebateSentences}
    </TicketDisclosure>
  ) : (
    rebateSentences
  );
};

const DiscountToggleButton = styled.button`
  ${textStyles.small}
  display: flex;
  align-items: center;
  gap: 9px;
  width: 100%;
  min-height: 44px;
  padding: 3px 12px 3px 16px;
  border-radius: ${tokens.radius.control};
  text-align: left;
  background: ${tokens.color.butterTint};
  color: ${tokens.color.ink};
  mask:
    radial-gradient(circle 7px at 0 50%, #0000 96%, #000) 0 0 / 51% 100% no-repeat,
    radial-gradient(circle 7px at 100% 50%, #0000 96%, #000) 100% 0 / 51% 100% no-repeat;
  &:focus-visible {
    outline-offset: -3px;
  }
  > svg {
    flex: none;
  }
  @media (forced-colors: active) {
    border: 1px solid;
    mask: none;
  }
`;

// The line height of 19 px makes the row only a little higher if a long name needs two lines.
const TicketSummary = styled.span`
  flex: 1;
  min-width: 0;
  line-height: 1.1875rem;
  overflow-wrap: anywhere;
  strong {
    font-weight: 650;
  }
`;

const RebateSentenceLine = styled.p`
  ${textStyles.caption}
  display: flex;
  gap: 9px;
  color: ${tokens.color.ink2};
  > svg {
    flex: none;
    margin-top: calc((1lh - 16px) / 2);
  }
`;

const TicketDetails = styled.div`
  display: grid;
  gap: 8px;
`;

const TICKET_STUB_WIDTH_PX = 92;

const TicketList = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(270px, 100%), 1fr));
  gap: 8px;
`;

// Discount drawn as a paper ticket, with notches of 7 px above and below its dotted line.
const TicketPaper = styled.div`
  display: grid;
  grid-template-columns: ${TICKET_STUB_WIDTH_PX}px minmax(0, 1fr);
  min-height: 60px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.butterTint};
  color: ${tokens.color.ink};
  mask:
    radial-gradient(circle 7px at ${TICKET_STUB_WIDTH_PX}px 0, #0000 96%, #000) 0 0 / 100% 51% no-repeat,
    radial-gradient(circle 7px at ${TICKET_STUB_WIDTH_PX}px 100%, #0000 96%, #000) 0 100% / 100% 51% no-repeat;
`;

const TicketStub = styled.strong`
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

const TicketTexts = styled.div`
  display: grid;
  gap: 1px;
  align-content: center;
  min-width: 0;
  padding: 9px 14px;
  overflow-wrap: anywhere;
`;

const TicketName = styled.span`
  ${textStyles.label}
`;

const TicketNote = styled.span`
  ${textStyles.caption}
  color: ${tokens.color.ink2};
`;
