import { globalTopic, meTopic } from '@mahlzeit/contract';
import { userLogName } from '../../platform';
import type { Clock, TopicItem, TopicSource } from '../../platform';
import { presentDiscount } from './discount-presenter';
import { findDiscountsOfOwner, findGlobalDiscounts, findUsed } from './discount-repository';
import type { StoredDiscount } from './discount-row';
import { findTeasers } from './teaser-repository';

/** A discount as a topic's snapshot has it. */
export const discountItem = (stored: StoredDiscount, usedByMe: boolean): TopicItem => ({
  collection: 'discounts',
  key: stored.own.key,
  value: presentDiscount(stored, usedByMe),
});

/** Teasers and everybody's discounts in the topic `global`; a topic that all share says nothing of who has used them. */
export const createGlobalPromotions = ({ clock }: { clock: Clock }): TopicSource => ({
  pattern: globalTopic,
  mayRead: async () => true,
  async snapshot(_session, _param, knex) {
    const teasers = await findTeasers(knex);
    const discounts = await findGlobalDiscounts(knex, clock.now());
    return [...teasers.map((value) => ({ collection: 'teasers', key: value.key, value })), ...discounts.map((one) => discountItem(one, false))];
  },
});

/** One's own discounts in the topic `me`; a visitor has none. */
export const createOwnDiscounts = ({ clock }: { clock: Clock }): TopicSource => ({
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: async () => true,
  async snapshot({ uid, isAnonymous }, _param, knex) {
    const own = isAnonymous ? [] : await findDiscountsOfOwner(knex, uid, clock.now());
    const used = await findUsed(knex, uid, own.map((one) => one.own.key));
    return own.map((one) => discountItem(one, used.has(one.own.key)));
  },
});
