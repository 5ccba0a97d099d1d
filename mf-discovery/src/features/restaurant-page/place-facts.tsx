import type { Restaurant } from '@mahlzeit/contract';
import { TextLink } from '@mahlzeit/shared-ui/ui';
import { Fact, FactList } from '@mahlzeit/shared-ui/ui/restaurant';
import { Armchair, Clock, Globe, Mail, MapPin, Phone, ShoppingBag, Wallet } from 'lucide-react';
import { useTexts } from '../../discovery-texts';
import { outside, phoneHref, streetLine, townLine, webLink } from './contact-links';
import { featureLabels, paymentLabels } from './detail-words';
import { isWrittenWhole, weekLines, writtenLines } from './opening-week';
import { RideFact } from './ride-fact';

type PlaceProps = { readonly restaurant: Restaurant };

/** Street and town. Stands in a FactList. */
export const AddressFact = ({ restaurant }: PlaceProps) => {
  const lines = [streetLine(restaurant.address), townLine(restaurant.address)].filter((line) => line !== '');
  return lines.length === 0 ? null : (
    <Fact icon={MapPin}>
      {lines.map((line) => <div key={line}>{line}</div>)}
    </Fact>
  );
};

/** Phone, e-mail and site, as far as they are known. Stands in a FactList. */
export const ContactFacts = ({ restaurant }: PlaceProps) => {
  const { phoneNumber, email, web } = restaurant.data.contact;
  const site = web === null ? null : webLink(web);
  return (
    <>
      {phoneNumber !== null && <Fact icon={Phone}><TextLink href={phoneHref(phoneNumber)}>{phoneNumber}</TextLink></Fact>}
      {email !== null && <Fact icon={Mail}><TextLink href={`mailto:${email}`}>{email}</TextLink></Fact>}
      {site !== null && <Fact icon={Globe}><TextLink href={site.href} {...outside}>{site.host}</TextLink></Fact>}
    </>
  );
};

/** The week in short, or the hours as somebody wrote them. Stands in a FactList. */
const HoursFact = ({ restaurant }: PlaceProps) => {
  const { openingHours, openingHoursText } = restaurant;
  const isWritten = openingHoursText !== null;
  const tellsAll = isWritten && isWrittenWhole(openingHoursText);
  const isKnown = Object.values(openingHours).some((ranges) => ranges.length > 0);
  if (!isKnown && !isWritten) return null;
  return (
    <Fact icon={Clock}>
      {isKnown && !tellsAll && weekLines(openingHours).map((line) => <div key={line}>{line}</div>)}
      {isWritten && writtenLines(openingHoursText).map((line) => <div key={line}>{line}</div>)}
    </Fact>
  );
};

/** How to pay and what the place has. Stands in a FactList. */
export const DetailFacts = ({ restaurant }: PlaceProps) => {
  const t = useTexts();
  const features = featureLabels(restaurant.data.details);
  const payments = paymentLabels(restaurant.data.details);
  return (
    <>
      {restaurant.onlyTakeAway && <Fact icon={ShoppingBag}>{t('OnlyTakeAway')}</Fact>}
      {features.length > 0 && <Fact icon={Armchair}>{features.join(', ')}</Fact>}
      {payments.length > 0 && <Fact icon={Wallet}>{t('PayWith', { ways: payments.join(', ') })}</Fact>}
    </>
  );
};

/** All there is to know about a place in short. */
export const PlaceFacts = ({ restaurant }: PlaceProps) => (
  <FactList>
    <AddressFact restaurant={restaurant} />
    <RideFact restaurant={restaurant} />
    <HoursFact restaurant={restaurant} />
    <ContactFacts restaurant={restaurant} />
    <DetailFacts restaurant={restaurant} />
  </FactList>
);
