export { AdBadge, Badge, Count, DealBadge, NewBadge } from './badge';
export type { BadgeTone } from './badge';
